/** A process that cannot warm up logs that and goes on. A file of its own, as a process warms up once. */
import { join } from 'node:path';
import t from 'tap';
import { Channel } from '../src/cluster/channel.ts';
import { createLog } from '../src/observe/log.ts';
import { openParts } from '../src/start/open-parts.ts';
import { warmProcess } from '../src/start/warm-process.ts';
import { warmId } from '../workers/warm-auction.ts';
import { testConfig } from './support/config.ts';
import { testFolder } from './support/folder.ts';

t.test('refused warm-up auctions are logged with the reason', async (t) => {
  const dir = testFolder(t);
  const config = testConfig({ workers: 0, stored: { dir }, cache: { path: join(dir, 'cache') } });
  const log = createLog('fatal');
  const opened = await openParts(config, { log, version: '0.0.0-test', revision: '', env: {}, channel: new Channel() });
  t.teardown(() => opened.free());
  const { auction } = opened.serving;
  const blocked = { accounts: new Set([warmId]), apps: new Set<string>() };
  const told: unknown[][] = [];
  const warn = (...words: unknown[]): void => void told.push(words);
  t.equal(await warmProcess({ ...auction, blocked }, config, { warn }), 0);
  t.match(told, [[{ reason: /account is blocked/ }, /opens its port cold/]]);
});
