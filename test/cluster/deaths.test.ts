/** Deaths under load (issue 7, 'Must hold'): a killed process loses what was in flight in it, and nothing else. */
import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { startCluster } from '../support/cluster.ts';
import { isAlive } from '../support/process.ts';
import { reasons, startLoad, type LostAuction } from './load.ts';

/** The auctions without any answer. On a busy machine some are refused or have no bid, which is an answer. */
function gone({ lost }: { readonly lost: readonly LostAuction[] }): LostAuction[] {
  return lost.filter(({ why }) => !why.startsWith('HTTP/'));
}

t.test('a process killed every second loses only the auctions that were in flight in it', async (t) => {
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
