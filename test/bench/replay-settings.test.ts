/** How a replay changes a host's settings (issue 6, item 3): bidders get no timeout notices, and the host's bid cache no bids, of replayed auctions. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { changedSettings, factsOf } from '../../bench/replay/places.ts';
import { loadConfig } from '../../src/config/load.ts';
import { testFolder } from '../support/folder.ts';

t.test(
  'a replay turns off tellTimeouts where the file or the environment sets it, and does not set it elsewhere',
  async (t) => {
    const file = join(testFolder(t), 'service.yaml');
    const changed = (text: string): string[] => {
      writeFileSync(file, text);
      return changedSettings(factsOf(file), { hasToken: false, scratch: '/scratch' });
    };
    const off = 'auction.tellTimeouts=false';
    t.ok(changed('auction: {tellTimeouts: true}').includes(off));
    for (const text of ['', 'auction:', 'auction: {tmaxMinMs: 1}', '{']) t.notOk(changed(text).includes(off), text);
    process.env['SVC__auction__tellTimeouts'] = 'true';
    t.teardown(() => delete process.env['SVC__auction__tellTimeouts']);
    t.ok(changed('port: 1').includes(off));
  },
);

t.test('a replay has a bid cache of its own, whatever the cache of the host and its key', async (t) => {
  const file = join(testFolder(t), 'service.yaml');
  for (const cache of [
    'store: http, url: "https://cache.example/cache", apiKey: key',
    'store: redis, url: "redis://h:6379"',
    'path: x',
  ]) {
    writeFileSync(file, `privacy: {gdpr: {defaultScope: false}}\ncache: {${cache}}\n`);
    const settings = changedSettings(factsOf(file), { hasToken: false, scratch: '/scratch' });
    const flags = Object.fromEntries(settings.map((one) => one.split(/=(.*)/s, 2) as [string, string]));
    const text = readFileSync(file, 'utf8');
    const loaded = loadConfig({ file: { name: file, text }, env: {}, flags, knownAdapters: new Set() });
    t.match(loaded, { config: { cache: { store: 'embedded', path: '/scratch/cache', url: '', apiKey: '' } } }, cache);
    t.equal('cache.apiKey' in flags, cache.includes('apiKey'), 'older services do not know the key');
  }
});
