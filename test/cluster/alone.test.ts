/** A single process (`processes: 1`): reloads to two processes and back lose no auction, a hang ends it, a failed fork does not. */
import t from 'tap';
import { startCluster } from '../support/cluster.ts';
import { isAlive } from '../support/process.ts';
import { startLoad } from '../support/load.ts';
import { until } from '../support/until.ts';

// Side by side, as one test mostly waits for fifteen seconds.
t.jobs = 2;
/** Options of a test. Each gets a copy, as tap writes its results into them. */
const side = { buffered: true };

t.test('SIGHUP turns one process into two and back into one without losing an auction', { ...side }, async (t) => {
  const service = await startCluster(t, { processes: 1 });
  const { port } = service;
  const admin = async (path: string): Promise<string> =>
    (await fetch(`http://127.0.0.1:${service.adminPort}${path}`)).text();
  t.strictSame(service.children(), [], 'no worker');
  t.match(await admin('/currency/rates'), '"sources": []');

  const load = startLoad({ port, clients: 4, pauseMs: 20, keepsAlive: true, retries: true });
  service.configure({ processes: 'few' });
  service.child.kill('SIGHUP');
  await service.said(/"signal":"SIGHUP","msg":"reloading configuration and code"[^]*the new configuration is rejected/);
  t.ok(await until(() => service.output.stderr.includes('gavel: processes ')), 'stderr names the fault');
  service.configure({ processes: 2, admin: { host: '127.0.0.2' } });
  service.child.kill('SIGHUP');
  await service.said(/"processes":2,"msg":"restarted"/);
  t.match(service.output.stdout, /"settings":\["admin.host"\],"msg":"the primary process keeps these settings/);
  t.equal(service.alive().length, 2, 'workers serve');
  service.configure({ processes: 1 });
  service.child.kill('SIGHUP');
  await service.said(/"processes":1,"msg":"restarted"/);
  const { answered, lost } = await load.stop();
  t.ok(answered > 50, `${answered} auctions`);
  t.strictSame(lost, []);
  t.equal(service.alive().length, 1);
  t.equal(
    service.output.stdout.split('keeps these settings').length,
    2,
    'a reload that changes no such setting does not repeat the message',
  );
  const counted = [...(await admin('/metrics')).matchAll(/^gavel_auctions_total\{.*\} (\d+)$/gm)];
  t.ok(
    counted.reduce((sum, [, count]) => sum + Number(count), 0) >= answered,
    `counts of processes that have ended are kept: ${answered} auctions`,
  );
  t.equal((await service.auction()).status, 200);
  t.match(
    await admin('/metrics'),
    /gavel_auctions_total\{[^}]*\} \d/,
    'the primary answers for the processes that serve',
  );
  service.child.kill('SIGINT');
  t.equal(await service.ended(), 0);
  t.notOk(service.children().some(isAlive));
});

t.test('a single process that hangs kills itself after 15 s, and one that works does not', { ...side }, async (t) => {
  const stand = 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)';
  const halting = encodeURIComponent(`process.on('SIGUSR2', () => ${stand})`);
  const env = { NODE_OPTIONS: `--import=data:text/javascript,${halting}` };
  const well = await startCluster(t, { processes: 1 });
  const service = await startCluster(t, { processes: 1 }, env);
  service.child.kill('SIGUSR2');
  await service.ended();
  t.equal(service.child.signalCode, 'SIGKILL');
  t.match(service.output.stderr, /gavel: the process has been blocked for 15 s: it is killed/);
  t.equal(well.child.signalCode, null, 'the other service still runs');
  t.equal((await fetch(`http://127.0.0.1:${well.port}/status`)).status, 204);
});

/** Two forks that fail: with an error event, as when Node.js has been moved, and with an exception, as when there is no memory. */
const unforked = [
  { execPath: '/gone/node', fault: /^gavel: a process exited during start with spawn \/gone\/node ENOENT$/m },
  { execPath: '/gone\0', fault: /^gavel: a process cannot be started: .* without null bytes/m },
];

for (const { execPath, fault } of unforked) {
  const name = `a fork that fails at a reload leaves the running process serving: ${JSON.stringify(execPath)}`;
  t.test(name, { ...side }, async (t) => {
    const moved = encodeURIComponent(`process.execPath = ${JSON.stringify(execPath)}`);
    const service = await startCluster(t, { processes: 1 }, { NODE_OPTIONS: `--import=data:text/javascript,${moved}` });
    service.child.kill('SIGHUP');
    await Promise.race([service.said(/no process starts with the new configuration and code/), service.ended()]);
    t.notMatch(service.output.stdout, /configuration is rejected/, 'nothing is said against the configuration');
    t.ok(await until(() => fault.test(service.output.stderr)), 'stderr names the fault');
    t.equal((await service.auction()).status, 200);
    service.child.kill('SIGTERM');
    t.equal(await service.ended(), 0);
  });
}
