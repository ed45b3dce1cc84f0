/** Metrics of several real processes over one admin port: sums stay right when a process hangs or dies (issue 7, item 5). */
import t from 'tap';
import { startCluster } from '../../support/cluster.ts';
import { Exposition } from '../../support/exposition.ts';
import { until } from '../../support/until.ts';

function answered(shown: Exposition): number {
  return shown.value('gavel_auctions_total', { status: '200' });
}

t.test('sums keep the counts of a process that hangs, and of one that is killed', async (t) => {
  const service = await startCluster(t, { processes: 2 });
  const read = async (): Promise<Exposition> => new Exposition(await service.metrics());
  const run = async (count: number): Promise<void> => {
    for (let left = count; left > 0; left--) {
      const response = await service.auction();
      await response.arrayBuffer();
      if (response.status !== 200) throw new Error(`status ${response.status}`);
    }
  };

  await run(40);
  let shown = await read();
  t.equal(answered(shown), 40, 'both are in the sum');
  t.equal(shown.value('gavel_auction_seconds_count'), 40);
  t.equal(shown.find('gavel_event_loop_delay_seconds').length, 3);
  const memory = shown.value('process_resident_memory_bytes');

  const [first, second] = service.alive();
  process.kill(first!, 'SIGSTOP');
  shown = await read();
  process.kill(first!, 'SIGCONT');
  t.equal(answered(shown), 40, 'a process that hangs keeps its last counts');

  process.kill(second!, 'SIGKILL');
  t.ok(await until(() => !service.alive().includes(second!)));
  shown = await read();
  t.equal(answered(shown), 40, 'counts of the dead process stay');
  t.ok(shown.value('process_resident_memory_bytes') < 0.9 * memory, 'its memory does not');

  await service.listened(2);
  await run(10);
  t.equal(answered(await read()), 50, 'its successor adds to it');
});
