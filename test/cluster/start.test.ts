/** Starts and forks that fail, and shutdowns that meet a late start or a slow client. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { ownMember } from '../../src/cluster/member.ts';
import { Cluster } from '../../src/cluster.ts';
import { createLog } from '../../src/observe/log.ts';
import { startCluster } from '../support/cluster.ts';
import { childrenOf } from '../support/process.ts';
import { until } from '../support/until.ts';

const linuxOnly = process.platform === 'linux' ? {} : { skip: 'finds child processes in /proc' };

t.test('processes that die at every start end the service with status 1 and the reason', linuxOnly, async (t) => {
  const starting = startCluster(t, { processes: 2 });
  const killer = { isOver: false };
  const killed = new Set<number>();
  const killing = async (): Promise<void> => {
    while (!killer.isOver) {
      // The service is this process's own child, its workers are that one's.
      for (const child of childrenOf(process.pid).flatMap(childrenOf)) {
        killed.add(child);
        process.kill(child, 'SIGKILL');
      }
      await sleep(20);
    }
  };
  const all = killing();
  const error = await starting.then(
    () => 'it started',
    (reason: Error) => reason.message,
  );
  killer.isOver = true;
  await all;
  t.match(error, /^ended with 1: [^]*gavel: a process exited during start with signal SIGKILL\n$/);
  t.equal(killed.size, 5, 'after five tries');
});

t.test('a service that was told to end before it listens is still ending when it does', async (t) => {
  const file = { name: 'own', text: '' };
  const unused = () => t.fail('nothing is read or reported');
  const parts = { log: createLog('silent'), readFile: () => ({ file }), showFaults: unused, onBroken: unused };
  const running = new Cluster(file, parts);
  await running.end();
  const listening = { host: '127.0.0.1', port: 1, processes: 1, delayMs: 0, leaveMs: 0 };
  const member = ownMember(file, listening, { drain: () => Promise.resolve() });
  running.adopt(member, listening);
  t.ok(running.isEnding);
  member.leave(true);
});

t.test('a half-sent body does not delay the shutdown', async (t) => {
  const auction = { tmaxMaxMs: 500, tmaxDefaultMs: 500, bodyTimeoutMs: 600_000 };
  const service = await startCluster(t, { processes: 2, drainDelayMs: 200, auction });
  const socket = connect(service.port, '127.0.0.1').on('error', () => undefined);
  socket.write('POST /openrtb2/auction HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\nExpect: 100-continue\r\n\r\n{');
  // The answer to Expect: the request is open.
  await once(socket, 'data');
  service.child.kill('SIGTERM');
  t.equal(await service.ended(), 0);
  socket.destroy();
});

/** Two forks that fail: with an error event, as when Node.js has been moved, and with an exception, as when there is no memory. */
const unforked = [
  { execPath: '/gone/node', fault: /^gavel: a process exited during start with spawn \/gone\/node ENOENT$/m },
  { execPath: '/gone\0', fault: /^gavel: a process cannot be started: .* without null bytes/m },
];

for (const { execPath, fault } of unforked) {
  const name = `a fork that fails at a reload leaves the running process serving: ${JSON.stringify(execPath)}`;
  t.test(name, async (t) => {
    const moved = encodeURIComponent(`process.execPath = ${JSON.stringify(execPath)}`);
    const service = await startCluster(t, { processes: 1 }, { NODE_OPTIONS: `--import=data:text/javascript,${moved}` });
    service.child.kill('SIGHUP');
    await Promise.race([service.said(/no process starts with the new configuration and code/), service.ended()]);
    t.notMatch(service.output.stdout, /configuration is rejected/, 'nothing is said against the configuration');
    t.ok(await until(() => fault.test(service.output.stderr)), 'stderr names the fault');
    t.match(await service.metrics(), /^gavel_process_deaths_total 1$/m);
    t.equal((await service.auction()).status, 200);
    service.child.kill('SIGTERM');
    t.equal(await service.ended(), 0);
  });
}
