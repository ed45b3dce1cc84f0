/** Deaths under load (issue 7, 'Must hold'): a killed process loses what was in flight in it, and nothing else. */
import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { startCluster } from '../support/cluster.ts';
import { isAlive } from '../support/process.ts';
import { reasons, startLoad, type LostAuction } from '../support/load.ts';

// Side by side, as one test mostly waits for fifteen seconds.
t.jobs = 2;
/** Options of a test. Each gets a copy, as tap writes its results into them. */
const side = { buffered: true };

/** The auctions without any answer. On a busy machine some are refused or have no bid, which is an answer. */
function gone({ lost }: { readonly lost: readonly LostAuction[] }): LostAuction[] {
  return lost.filter(({ why }) => !why.startsWith('HTTP/'));
}

t.test('a process killed every second loses only the auctions that were in flight in it', { ...side }, async (t) => {
  const service = await startCluster(t, { processes: 2 });
  const load = { port: service.port, clients: 4, pauseMs: 15, keepsAlive: true };
  const running = startLoad({ ...load, retries: true });
  const hasty = startLoad({ ...load, retries: false });
  const deaths: { readonly fromMs: number; readonly toMs: number }[] = [];
  await service.listened(2);
  while (deaths.length < 4) {
    const pid = service.alive()[deaths.length % 2]!;
    const fromMs = performance.now();
    process.kill(pid, 'SIGKILL');
    // On a busy machine a process dies slowly, clients hear of it late, and a replacement takes more than a second to start: always
    // leave one process to retry on.
    while (isAlive(pid) || service.alive().length < 2) await sleep(5);
    deaths.push({ fromMs, toMs: performance.now() });
    await sleep(1000);
  }
  const patient = await running.stop();
  const without = await hasty.stop();
  t.ok(patient.answered > 100, `${patient.answered} auctions`);
  const inFlight = (lost: LostAuction) => deaths.some(({ fromMs, toMs }) => lost.fromMs <= toMs && fromMs <= lost.toMs);
  const lost = gone(without);
  t.ok(lost.every(inFlight), `without a retry only auctions in flight are lost: ${reasons(lost)}`);
  t.ok(lost.length <= deaths.length * load.clients, `${lost.length} of ${without.answered}`);
  // A retry may reach the dying process again while the kernel closes its sockets one by one.
  const twice = gone(patient);
  t.ok(twice.every(inFlight), `with a retry as well: ${reasons(twice)}`);
  t.ok(twice.length <= (deaths.length * load.clients) / 2, `${twice.length} of ${patient.answered}`);
});

t.test('a worker that hangs is killed and replaced, and auctions are answered', { ...side }, async (t) => {
  const service = await startCluster(t, { processes: 2 });
  await service.listened(2);
  const [still] = service.alive();
  process.kill(still!, 'SIGSTOP');
  await service.said(new RegExp(`"child":${still},"msg":"a process has been blocked`));
  await service.said(new RegExp(`"child":${still},"how":"signal SIGKILL","msg":"a process died`));
  await service.listened(3);
  t.equal(service.alive().length, 2);
  for (let calls = 0; calls < 10; calls++) {
    const answer = await service.auction();
    t.equal(answer.status, 200);
  }
});
