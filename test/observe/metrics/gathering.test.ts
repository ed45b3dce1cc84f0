/** Metrics of several processes as one: sums never fall when processes hang, end or start (issue 7, item 5). */
import t from 'tap';
import { counter, gauge, register, type Family } from '../../../src/observe/metrics/family.ts';
import { Gathering } from '../../../src/observe/metrics/gathering.ts';
import { Histogram, histograms, millisecondBuckets } from '../../../src/observe/metrics/histogram.ts';
import type { ProcessMetrics } from '../../../src/observe/metrics/metrics.ts';
import { Registry } from 'prom-client';
import { Exposition } from '../../support/exposition.ts';

/** The metrics of a process that has counted `calls` of two milliseconds each. */
async function said(pid: number, calls: number, kind = 'a'): Promise<ProcessMetrics> {
  const waits = new Histogram(millisecondBuckets(1, 5));
  for (let left = calls; left > 0; left--) waits.note(2);
  const families: Family[] = [
    counter('x_total', 'Calls.', () => [{ labels: { kind }, value: calls }]),
    gauge('x_queue', 'Waiting.', () => [{ labels: {}, value: calls }]),
    { ...gauge('x_delay', 'Delay.', () => [{ labels: {}, value: calls }]), over: 'max' },
    histograms('x_seconds', 'Time.', () => [[{}, waits]]),
  ];
  const registry = new Registry();
  for (const family of families) register(registry, family);
  // As they pass through the pipe between processes.
  return JSON.parse(JSON.stringify({ pid, data: await registry.getMetricsAsJSON() })) as ProcessMetrics;
}

const read = async (gathering: Gathering, answers: ProcessMetrics[], pids: number[]): Promise<Exposition> =>
  new Exposition(await gathering.text(Promise.resolve(answers), () => new Set(pids)));

t.test('counters and gauges are summed; a gauge over max shows the greatest', async (t) => {
  const shown = await read(new Gathering(), [await said(1, 3), await said(2, 4, 'b')], [1, 2]);
  t.equal(shown.value('x_total', { kind: 'a' }), 3);
  t.equal(shown.value('x_total', { kind: 'b' }), 4);
  t.equal(shown.value('x_queue'), 7);
  t.equal(shown.value('x_delay'), 4);
  t.equal(shown.value('x_seconds_count'), 7);
  t.equal(shown.value('x_seconds_bucket', { le: '0.005' }), 7);
  t.equal(shown.value('x_seconds_bucket', { le: '0.001' }), 0);
});

t.test(
  'the processes that died are counted by the one that gathers, also before it knows of any process',
  async (t) => {
    let deaths = 0;
    const gathering = new Gathering(() => deaths);
    t.equal((await read(gathering, [], [])).value('gavel_process_deaths_total'), 0);
    deaths = 2;
    for (const _ of [1, 2])
      t.equal((await read(gathering, [await said(1, 3)], [1])).value('gavel_process_deaths_total'), 2);
  },
);

t.test('a process that hangs keeps its values, one that ended keeps its counts, a new one adds to them', async (t) => {
  const gathering = new Gathering();
  await read(gathering, [await said(1, 3), await said(2, 4)], [1, 2]);
  let shown = await read(gathering, [await said(1, 5)], [1, 2]);
  t.equal(shown.value('x_total'), 9, 'hangs');
  t.equal(shown.value('x_queue'), 9);
  shown = await read(gathering, [await said(1, 6), await said(3, 1)], [1, 3]);
  t.equal(shown.value('x_total'), 11, 'ended');
  t.equal(shown.value('x_queue'), 7, 'gauges of the ended process are gone');
  t.equal(shown.value('x_seconds_count'), 11);
  shown = await read(gathering, [await said(4, 2)], [4]);
  t.equal(shown.value('x_total'), 13, 'all the first processes have ended');
  shown = await read(gathering, [], [4]);
  t.equal(shown.value('x_total'), 13, 'no process answers');
});

t.test('the last counts of a process are added once, whatever is asked before or meanwhile', async (t) => {
  const gathering = new Gathering();
  await read(gathering, [await said(1, 3), await said(2, 4)], [1, 2]);
  const { promise: asked, resolve } = Promise.withResolvers<ProcessMetrics[]>();
  const early = gathering.text(asked, () => new Set([1, 2]));
  gathering.noteLast(await said(1, 9));
  let shown = await read(gathering, [await said(2, 4)], [1, 2]);
  t.equal(shown.value('x_total'), 13, 'while it ends');
  t.equal(shown.value('x_queue'), 4, 'its gauges are gone');
  resolve([await said(1, 5), await said(2, 4)]);
  t.equal(new Exposition(await early).value('x_total'), 13, 'an earlier question gets an older answer');
  shown = await read(gathering, [await said(2, 4), await said(1, 1)], [1, 2]);
  t.equal(shown.value('x_total'), 14, 'another process with the same id');
});

t.test('a thousand restarts leave no trace but their counts', async (t) => {
  const gathering = new Gathering();
  for (let pid = 1; pid <= 1000; pid++) await read(gathering, [await said(pid, 1)], [pid]);
  const shown = await read(gathering, [await said(5000, 1)], [5000]);
  t.equal(shown.value('x_total'), 1001);
  t.equal(shown.size, 9, 'with that of deaths');
});

t.test('two concurrent questions get the same sums, and lose no counts', async (t) => {
  const gathering = new Gathering();
  await read(gathering, [await said(1, 3), await said(2, 4), await said(3, 5)], [1, 2, 3]);
  const answers = [await said(4, 1)];
  const shown = await Promise.all([read(gathering, answers, [2, 4]), read(gathering, answers, [4])]);
  t.strictSame(
    shown.map((one) => one.value('x_total')),
    [13, 13],
  );
  t.equal((await read(gathering, answers, [4])).value('x_total'), 13, 'nor later');
});

t.test('last counts that this code cannot add, as from newer code, are skipped alone', async (t) => {
  const gathering = new Gathering();
  gathering.noteLast(await said(1, 3));
  const newer = {
    name: 'y_total',
    help: 'New.',
    type: 'counter',
    aggregator: 'later',
    values: [{ labels: {}, value: 1 }],
  };
  gathering.noteLast({ pid: 2, data: [newer] } as unknown as ProcessMetrics);
  gathering.noteLast(await said(3, 4));
  const shown = await read(gathering, [], []);
  t.equal(shown.value('x_total'), 7);
});
