/** Several processes on one port (issue 7, item 1): the spread of connections, the replacement of dead ones, the end of all. */
import { readdirSync, readlinkSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { startCluster } from './support/cluster.ts';
import { listening } from './support/listening.ts';
import { changedStatus, childrenOf, isAlive } from './support/process.ts';
import { until } from './support/until.ts';

const linuxOnly = process.platform === 'linux' ? {} : { skip: 'SO_REUSEPORT spreads connections on Linux only' };

/** Open sockets of a process. */
function sockets(pid: number): number {
  const folder = `/proc/${pid}/fd`;
  let count = 0;
  for (const name of readdirSync(folder)) {
    try {
      if (readlinkSync(join(folder, name)).startsWith('socket:')) count++;
    } catch {
      // Closed since it was listed.
    }
  }
  return count;
}

t.test('10,000 connections spread evenly over two processes', linuxOnly, async (t) => {
  const service = await startCluster(t, { processes: 2 });
  const pids = service.alive();
  t.equal(pids.length, 2);
  const idle = pids.map(sockets);
  const shares = pids.map(() => 0);
  const batch = 1000;
  for (let round = 0; round < 10; round++) {
    const open = await Promise.all(Array.from({ length: batch }, () => connected(service.port)));
    const taken = () => pids.map((pid, at) => sockets(pid) - idle[at]!);
    t.ok(await until(() => taken().reduce((sum, count) => sum + count, 0) >= batch));
    taken().forEach((count, at) => (shares[at]! += count));
    for (const socket of open) socket.resetAndDestroy();
    t.ok(await until(() => taken().every((count) => count <= 0)));
  }
  t.equal(shares[0]! + shares[1]!, 10_000);
  t.ok(shares[0]! >= 4000 && shares[0]! <= 6000, `${shares.join(' and ')} connections`);
});

function connected(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket));
    socket.on('error', reject);
  });
}

t.test('a killed worker is replaced, the admin port answers, and SIGTERM drains all', async (t) => {
  const service = await startCluster(t, { processes: 2, drainDelayMs: 1500 });
  const { url } = service;
  const [first] = service.alive();
  const killedAt = Date.now();
  process.kill(first!, 'SIGKILL');
  await service.said(/"how":"signal SIGKILL"/);
  const forked = await child(service.child.pid!, new Set(service.children()));
  // At once, with patience for a busy machine.
  t.ok(Date.now() - killedAt < 10_000, `process ${forked} takes its place`);
  t.equal((await service.auction()).status, 200);
  await service.said(new RegExp(`"child":${forked},"msg":"a process listens"`));
  t.equal(service.alive().length, 2);
  const metrics = await service.metrics();
  t.match(metrics, 'process_resident_memory_bytes');
  t.match(metrics, /^gavel_process_deaths_total 1$/m);
  const workers = service.alive();
  service.child.kill('SIGTERM');
  const draining = await changedStatus(url);
  t.equal(draining.status, 503);
  t.equal(draining.headers.get('connection'), 'close');
  t.equal(await service.ended(), 0);
  t.notOk(workers.some(isAlive), 'no worker is left');
  await t.rejects(fetch(`${url}/status`), 'the port is closed');
});

/** A worker of `parent` that is not among `known`. */
async function child(parent: number, known: ReadonlySet<number>): Promise<number> {
  for (;;) {
    const found = childrenOf(parent).find((pid) => !known.has(pid));
    if (found !== undefined) return found;
    await sleep(10);
  }
}

t.test('a taken port or admin port ends the start with status 1 and one message', async (t) => {
  const port = await listening(t, createServer());
  const cases = [
    ['SVC__PORT', String(port), /Cannot listen on 127.0.0.1 port \d+: the port is in use/g],
    ['SVC__ADMIN__PORT', String(port), /admin\.port \d+ .* is in use/g],
  ] as const;
  const ends = cases.map(async ([name, value, said]) => {
    const error = await startCluster(t, { processes: 2 }, { [name]: value }).then(
      () => 'it started',
      (reason: Error) => reason.message,
    );
    t.match(error, /^ended with 1/, name);
    t.equal(error.match(said)?.length, 1, error);
  });
  await Promise.all(ends);
});

t.test('when the primary is killed, the workers answer an auction and end', async (t) => {
  const bidders = { bidderA: { endpoint: 'http://127.0.0.1:9/' } };
  const service = await startCluster(t, { processes: 2, drainDelayMs: 1500, bidders });
  const workers = service.alive();
  process.kill(service.child.pid!, 'SIGKILL');
  const answer = await service.auction();
  t.equal(answer.status, 200, 'the workers still answer');
  t.ok(await until(() => !workers.some(isAlive)), 'then they end');
});
