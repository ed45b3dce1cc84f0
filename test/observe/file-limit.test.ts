/** A process without file descriptors logs that, and serves again once it has some (issue 7, 'Must hold'). */
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { testFolder } from '../support/folder.ts';
import { serviceOf, type ServiceProcess } from '../support/process.ts';

const main = join(import.meta.dirname, '../../src/main.ts');

/** A service that may open `files` files. */
function startLimited(t: Test, files: number, workers: number): ServiceProcess {
  const file = join(testFolder(t), 'service.yaml');
  const bidders = { bidderA: { endpoint: 'http://127.0.0.1:9/bid' } };
  const settings = { host: '127.0.0.1', port: 0, workers, admin: { port: 0 }, bidders };
  const stores = { cache: { path: join(testFolder(t), 'cache') }, privacy: { gdpr: { defaultScope: false } } };
  writeFileSync(file, JSON.stringify({ ...settings, ...stores }));
  // NODE_OPTIONS would load hooks of tap, which open files.
  const command = `unset NODE_OPTIONS; ulimit -n ${files}; exec "${process.execPath}" "${main}" --config "${file}"`;
  return serviceOf(t, spawn('bash', ['-c', command], { stdio: ['ignore', 'pipe', 'pipe'] }));
}

t.test('64 files are enough for a start with a thread and warm-up auctions', async (t) => {
  const port = await startLimited(t, 64, 1).listening();
  t.equal((await fetch(`http://127.0.0.1:${port}/status`)).status, 204);
});

t.test('running out of files is logged with the fix, and so is the recovery', async (t) => {
  const { listening, said, output } = startLimited(t, 100, 0);
  const port = await listening();
  const clients = Array.from({ length: 300 }, () => connect(port, '127.0.0.1').on('error', () => undefined));
  t.teardown(() => clients.forEach((client) => client.destroy()));
  await said(/LimitNOFILE/);
  t.match(output.stdout, /"level":40.*it accepts no clients .*: raise it \(LimitNOFILE of systemd, ulimit -n\)/);
  clients.forEach((client) => client.destroy());
  await said(/opened again/);
  t.match(output.stdout, '"msg":"files and connections can be opened again"');
  t.equal((await fetch(`http://127.0.0.1:${port}/status`)).status, 204);
});
