/** Deaths under load (issue 7, 'Must hold'): a killed process loses what was in flight in it, and nothing else. */
import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { auctionBody, startCluster } from './support/cluster.ts';
import { isAlive } from './support/process.ts';
import { reasons, startLoad, type LostAuction } from './support/load.ts';

/** One waits for fifteen seconds while the other works. */
t.jobs = 2;
const side = { timeout: 280_000, buffered: true };

t.test('a death every second loses only what was in flight in that process', side, async (t) => {
  const service = await startCluster({ processes: 2 });
  t.teardown(() => service.stop());
  const load = { port: service.port, clients: 4, pauseMs: 15, keepsAlive: true };
  const running = startLoad({ ...load, retries: true });
  const hasty = startLoad({ ...load, retries: false });
  const deaths: { readonly fromMs: number; readonly toMs: number }[] = [];
  while (deaths.length < 4) {
    // A busy machine takes longer than a second to start a process: one is always left to try again with.
    while (service.alive().length < 2) await sleep(50);
    const pid = service.alive()[deaths.length % 2]!;
    const fromMs = performance.now();
    process.kill(pid, 'SIGKILL');
    // Where others are busy it takes its time to die, and its sockets live as long.
    while (isAlive(pid)) await sleep(5);
    deaths.push({ fromMs, toMs: performance.now() });
    await sleep(1000);
  }
  const { answered, lost } = await running.stop();
  const without = await hasty.stop();
  t.ok(answered > 100, `${answered} auctions`);
  // A client hears a little later that its idle connection has died.
  const inFlight = (lost: LostAuction) =>
    deaths.some(({ fromMs, toMs }) => lost.fromMs <= toMs + 200 && fromMs <= lost.toMs);
  t.ok(without.lost.every(inFlight), `without another try what was in flight is lost: ${reasons(without.lost)}`);
  t.ok(without.lost.length <= deaths.length * load.clients, `${without.lost.length} of ${without.answered}`);
  // The second try may reach the dying process once more, while the kernel still closes its sockets one by one.
  t.ok(lost.every(inFlight), `with another try: ${reasons(lost)}`);
  t.ok(lost.length <= (deaths.length * load.clients) / 2, `${lost.length} of ${answered}`);
});

t.test('a process that stands still is killed, and another one takes its place', side, async (t) => {
  const service = await startCluster({ processes: 2 });
  t.teardown(() => service.stop());
  while (service.alive().length < 2) await sleep(50);
  const [still] = service.alive();
  process.kill(still!, 'SIGSTOP');
  await service.logged(new RegExp(`"child":${still},"msg":"a process has stood still`));
  await service.logged(new RegExp(`"child":${still},"how":"signal SIGKILL","msg":"a process died`));
  while (service.children().length < 3) await sleep(50);
  t.equal(service.alive().length, 2);
  const url = `http://127.0.0.1:${service.port}/openrtb2/auction`;
  for (let calls = 0; calls < 10; calls++) {
    const answer = await fetch(url, { method: 'POST', body: auctionBody, headers: { connection: 'close' } });
    t.equal(answer.status, 200);
  }
});
