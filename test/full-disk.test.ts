/** A start on a disk that takes no file more costs what would be written there, never the service (decisions, 'Caching'). */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { isFullDisk } from '../src/full-disk.ts';
import { testFolder } from './support/folder.ts';
import { until } from './support/until.ts';

const root = join(import.meta.dirname, '..');
const dir = testFolder(t);
const file = join(testFolder(t), 'service.yaml');

/** A disk of this process alone, with no place for a file. */
const onFullDisk = (command: string): string[] => [
  '-rm',
  'sh',
  '-c',
  `mount -t tmpfs -o nr_inodes=1 none ${dir} && ${command}`,
];

const allowed = spawnSync('unshare', onFullDisk('true')).status === 0;

t.test('codes', async (t) => {
  const full = Object.assign(new Error('full'), { code: 'ENOSPC' });
  t.ok(isFullDisk(full));
  t.ok(isFullDisk(new Error('cannot be used', { cause: full })));
  t.notOk(isFullDisk(Object.assign(new Error('no'), { code: 'EACCES' })));
  t.notOk(isFullDisk('ENOSPC'));
});

t.test('the service starts, and tells of what is lost', { skip: !allowed && 'no disk of its own' }, async (t) => {
  const settings = {
    host: '127.0.0.1',
    port: 0,
    workers: 0,
    admin: { port: 0 },
    bidders: { bidderA: { endpoint: 'http://127.0.0.1:9/bid' } },
    cache: { path: join(dir, 'cache') },
    capture: { path: join(dir, 'captures', 'auctions.ndjson'), sampleRate: 1 },
    analytics: { file: { path: join(dir, 'events', 'events.ndjson') } },
    privacy: { gdpr: { defaultScope: false, vendorListDir: join(dir, 'lists'), vendorListUrl: 'http://127.0.0.1:9/' } },
  };
  writeFileSync(file, JSON.stringify(settings));
  const node = `exec "${process.execPath}" "${join(root, 'src/main.ts')}" --config "${file}"`;
  const child = spawn('unshare', onFullDisk(node), { env: { ...process.env, NODE_OPTIONS: '' } });
  t.teardown(() => child.kill('SIGKILL'));
  const ended = once(child, 'close');
  let said = '';
  for (const output of [child.stdout, child.stderr]) output.on('data', (chunk: Buffer) => (said += chunk.toString()));
  await Promise.race([until(() => said.includes('"msg":"listening"')), ended]);
  const port = /"port":(\d+),.*"msg":"listening"/.exec(said)?.[1];
  if (port === undefined) return t.fail(said);
  const request = {
    id: 'r',
    site: { page: 'http://a.example' },
    imp: [{ id: 'i', banner: { w: 1, h: 1 }, ext: { svc: { bidder: { bidderA: {} } } } }],
  };
  const answer = await fetch(`http://127.0.0.1:${port}/openrtb2/auction`, {
    method: 'POST',
    body: JSON.stringify(request),
  });
  t.equal(answer.status, 200);
  t.ok(await until(() => said.includes('captured auctions are lost') && said.includes('analytics have trouble')));
  t.match(said, /cache\.path .* cannot be used \(ENOSPC\).*its keys are left out/);
  t.match(said, /cannot be written \(ENOSPC\).*captured auctions are lost/);
  t.match(said, /the file of events cannot be written \(ENOSPC\).*analytics have trouble/);
  child.kill('SIGTERM');
  t.same(await ended, [0, null]);
});
