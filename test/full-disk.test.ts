/** A full disk costs what would be written there, never the service (decisions, 'Caching'). */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { isFullDisk } from '../src/full-disk.ts';
import { postAuction } from './support/auction.ts';
import { ofTest } from './support/end-with-us.ts';
import { testFolder } from './support/folder.ts';
import { ownPort } from './support/own-port.ts';
import { serviceOf } from './support/process.ts';
import { bareEnv } from './support/run-script.ts';
import { leastText, serviceFile } from './support/service-file.ts';
import { unshareSkip } from './support/skip.ts';
import { until } from './support/until.ts';

const root = join(import.meta.dirname, '..');
const dir = testFolder(t);

/** Runs `command` with a disk of its own that has no room for a file. */
const onFullDisk = (command: string): string[] => [
  '-rm',
  'sh',
  '-c',
  `mount -t tmpfs -o nr_inodes=1 none ${dir} && ${command}`,
];

t.test('ENOSPC is a full disk, also as a cause; other errors are not', async (t) => {
  const full = Object.assign(new Error('full'), { code: 'ENOSPC' });
  t.ok(isFullDisk(full));
  t.ok(isFullDisk(new Error('cannot be used', { cause: full })));
  t.notOk(isFullDisk(Object.assign(new Error('no'), { code: 'EACCES' })));
  t.notOk(isFullDisk('ENOSPC'));
});

t.test(
  'on a full disk the service starts and answers, and logs what is lost',
  { skip: unshareSkip(onFullDisk('true')) },
  async (t) => {
    const settings = {
      host: '127.0.0.1',
      port: 0,
      workers: 0,
      admin: { port: 0 },
      bidders: { bidderA: { endpoint: 'http://127.0.0.1:9/bid' } },
      cache: { path: join(dir, 'cache') },
      capture: { path: join(dir, 'captures', 'auctions.ndjson'), sampleRate: 1 },
      analytics: { file: { path: join(dir, 'events', 'events.ndjson') } },
      privacy: {
        gdpr: { defaultScope: false, vendorListDir: join(dir, 'lists'), vendorListUrl: 'http://127.0.0.1:9/' },
      },
    };
    const file = serviceFile(t, JSON.stringify(settings));
    const node = `exec "${process.execPath}" "${join(root, 'src/main.ts')}" --config "${file}"`;
    const service = serviceOf(t, spawn('unshare', onFullDisk(node), { env: bareEnv }));
    const port = await service.listening();
    const request = {
      id: 'r',
      site: { page: 'http://a.example' },
      imp: [{ id: 'i', banner: { w: 1, h: 1 }, ext: { svc: { bidder: { bidderA: {} } } } }],
    };
    const answer = await postAuction(`http://127.0.0.1:${port}`, request);
    t.equal(answer.status, 200);
    for (const lost of [/captured auctions are lost/, /an analytics module has a problem/]) await service.said(lost);
    const said = service.output.stdout;
    t.match(said, /cache\.path .* cannot be used \(ENOSPC\).*its keys are left out/);
    t.match(said, /cannot be written \(ENOSPC\): free space on the disk of capture\.path.*captured auctions are lost/);
    t.match(
      said,
      /the events file cannot be written \(ENOSPC\): free space on .* analytics\.file\.path.*an analytics module has a problem/,
    );
    service.child.kill('SIGTERM');
    t.equal(await service.ended(), 0);
  },
);

/** Starts a service with its log, and by default its standard error, on a full disk; waits until it serves at `port` or has ended. */
async function startOverFull(t: Test, args: readonly string[], port: number, faults?: 'pipe') {
  const full = openSync('/dev/full', 'a');
  const all = [join(root, 'src/main.ts'), ...args, '--set', 'admin.port=0'];
  const child = ofTest(
    t,
    spawn(process.execPath, all, { cwd: dir, stdio: ['ignore', full, faults ?? full], env: bareEnv }),
  );
  closeSync(full);
  const ended = once(child, 'exit');
  const status = (): Promise<number> => fetch(`http://127.0.0.1:${port}/status`).then((answer) => answer.status);
  t.ok(
    await until(async () => (await Promise.race([status().catch(() => 0), ended])) !== 0),
    'it serves, or has ended',
  );
  return { child, ended, status };
}

t.test('a full disk under log and standard error does not end the service', async (t) => {
  const port = await ownPort();
  const file = serviceFile(t, leastText.replace('port: 0', `port: ${port}`));
  const { child, ended, status } = await startOverFull(t, ['--config', file], port);
  // A reload without the file writes a fault.
  rmSync(file);
  child.kill('SIGHUP');
  await sleep(500);
  t.equal(await status(), 204);
  child.kill('SIGTERM');
  t.strictSame(await ended, [0, null]);
});

t.test('a full disk under the output of the sandbox does not end it', async (t) => {
  const port = await ownPort();
  const { child, ended } = await startOverFull(t, ['--port', String(port)], port, 'pipe');
  await sleep(500);
  child.kill('SIGTERM');
  t.strictSame(await ended, [0, null]);
});

t.test('a full disk under the bid cache is logged and does not prevent the start', async (t) => {
  // A limit of file size looks like a full disk and needs no rights. Hooks of tap would end the process by the signal that it sends.
  const node = `exec "${process.execPath}" "${join(root, 'src/main.ts')}" --config "${serviceFile(t)}" --set workers=0`;
  const command = `unset NODE_OPTIONS; ulimit -f 32; ${node} --set admin.port=0 --set "cache.path=${join(testFolder(t), 'bids')}"`;
  const service = serviceOf(t, spawn('bash', ['-c', command], { stdio: ['ignore', 'pipe', 'pipe'] }));
  t.ok(await service.listening());
  t.match(service.output.stdout, /"level":40.*cache\.path .* cannot be used .*its keys are left out/);
});
