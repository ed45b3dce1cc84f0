/** Processes that hang are killed (issue 7, item 1): a worker by the primary, which replaces it, and a single process by itself. */
import t from 'tap';
import { startCluster } from '../support/cluster.ts';

// Side by side, as each mostly waits for fifteen seconds.
t.jobs = 2;
/** Options of a test. Each gets a copy, as tap writes its results into them. */
const side = { buffered: true };

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
