/** Newer vendor lists of each GVL specification are followed independently (decisions, 'Privacy'). */
import { createServer } from 'node:http';
import t from 'tap';
import { listKey } from '../../src/privacy/tc-string.ts';
import { ListedVendors } from '../../src/privacy/vendor-table.ts';
import { vendorListJson } from '../privacy/support.ts';
import { listening } from '../support/listening.ts';
import { until } from '../support/until.ts';
import { startLists, vendors } from './list-source.ts';

const newest = 120;

t.test('many newer lists of one specification do not hold up those of the other', async (t) => {
  const server = createServer((request, response) => {
    const [, specification, version] = /\/v(\d)\/.*v(\d+)\.json$/.exec(request.url!)?.map(Number) ?? [];
    if (version === undefined || version > newest) response.writeHead(404).end();
    else response.end(JSON.stringify({ ...vendorListJson(version, vendors), gvlSpecificationVersion: specification }));
  });
  const { lists, warned } = await startLists(t, '', `http://127.0.0.1:${await listening(t, server)}`);
  const has = (specification: number): boolean =>
    ListedVendors.in(lists.current(), listKey(specification, newest)) !== undefined;
  for (const specification of [2, 3]) lists.want(listKey(specification, 1));
  t.ok(await until(() => has(2) && has(3)), 'the newest of both');
  t.strictSame(
    warned.filter((text) => text.includes('one after another')),
    [],
  );
});
