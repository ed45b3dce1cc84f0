/** Platforms whose endpoint names a source and an environment. */
import t from 'tap';
import { sourceEnvironment } from '../../../src/adapter/families/source-environment.ts';
import { bidderOf, callsOf, readingOf } from '../support.ts';
import { wholeLists } from '../../support/whole-lists.ts';

const endpoint = 'https://acme.example/?pid={{.SourceId}}&host={{.Host}}';
const [strict, lax] = [true, false].map((needsEnv) =>
  sourceEnvironment({ code: 'acme', endpoint, needsEnv, mediaType: ['imp'] }),
);

t.test('source and environment are encoded in the query', async (t) => {
  const all = [{ pid: 'a&b', env: 'x/y' }, { pid: 'c' }];
  const imps = all.map((params, at) => ({ id: `i${at}`, banner: {}, params }));
  t.strictSame(
    callsOf(bidderOf(strict!), imps).calls.map(({ uri }) => uri),
    ['https://acme.example/?pid=a%26b&host=x%2Fy', 'https://acme.example/?pid=c&host='],
  );
});

t.test('params need a source, and an environment where the platform needs one', async (t) => {
  t.type(strict!.adapter.paramsFault({ pid: 'a' }), 'string');
  t.equal(lax!.adapter.paramsFault({ pid: 'a' }), undefined);
  for (const { adapter } of [strict!, lax!]) t.type(adapter.paramsFault({ env: 'a' }), 'string');
});

t.test('bids are in USD whatever currency the reply states', async (t) => {
  const body = { cur: 'EUR', seatbid: [{ bid: [{ id: 'b', impid: 'i1', price: 1 }] }] };
  t.match(readingOf(bidderOf(lax!), { body }), wholeLists({ cur: 'USD', bids: [{ type: 'banner' }], problems: [] }));
});
