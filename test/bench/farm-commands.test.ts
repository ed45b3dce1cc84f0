/** The load generator and the floor, run as the processes that the benchmark starts. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import type { FarmBidder } from '../../bench/farm/bidder.ts';
import { startFarm } from '../../bench/farm/start.ts';
import { makeRequests, type RequestShape } from '../../bench/requests.ts';
import { warmUp } from '../../bench/run-case.ts';
import { runLoad, startFloor } from '../../bench/subjects.ts';
import { readCpu, readMemory, watchMemory } from '../../bench/usage.ts';
import { testFolder } from '../support/folder.ts';
import { runScript } from '../support/run-script.ts';

const shape: RequestShape = { kind: 'site', imps: 1, bytes: 2000, bidders: ['a', 'b'], tmaxMs: 400, namespace: 'svc' };
const bodiesFile = join(testFolder(t), 'bodies.jsonl');
writeFileSync(bodiesFile, makeRequests(shape, 10, 1).join('\n'));

const latency = { kind: 'fixed', ms: 20 } as const;
const a: FarmBidder = { code: 'a', latency, bidRate: 1, prices: [1], adm: { bytes: 100 } };
const slow: FarmBidder = { ...a, code: 'slow', latency: { kind: 'fixed', ms: 8000 } };
const farm = await startFarm([a, { ...a, code: 'b' }, slow]);
t.teardown(() => farm.stop());

t.test('the floor waits for its bidders but answers by tmax, and load and /proc readings are plausible', async (t) => {
  const floors = [shape, { ...shape, bidders: ['a', 'slow'] }].map((one) => startFloor(farm, one, 1234));
  const [quickFloor, slowFloor] = [await floors[0]!, await floors[1]!];
  t.teardown(() => Promise.all([quickFloor.stop(), slowFloor.stop()]));
  const before = readCpu(quickFloor.pid);
  const few = ['--quiet', '--concurrency', '4', '--requests', '400'];
  const quick = await runLoad(quickFloor.url, bodiesFile, few);
  t.strictSame([quick.answered, quick.failed, quick.bytesPerAnswer], [400, 0, 1234]);
  t.ok(quick.latencyMs.p50 >= 19, 'the floor waits for its bidders');
  t.ok(quick.seconds > 1.9 && quick.ratePerSecond < 211, `${quick.ratePerSecond}/s`);
  const after = readCpu(quickFloor.pid);
  t.ok(after.process > before.process && after.mainThread > before.mainThread);
  t.ok(after.process >= after.mainThread);
  const memory = readMemory(quickFloor.pid);
  t.ok(memory.resident > 20_000_000 && memory.peak >= memory.resident);
  const rate = ['--quiet', '--rate', '20', '--seconds', '1', '--late-ms', '350'];
  const late = await runLoad(slowFloor.url, bodiesFile, rate);
  t.strictSame([late.answered, late.failed, late.late], [20, 0, 20]);
  t.ok(late.latencyMs.p50 >= 395 && late.latencyMs.p50 < 4000, `${late.latencyMs.p50} ms`);
});

t.test('warmUp reports each of its runs', async (t) => {
  const floor = await startFloor(farm, shape, 1234);
  t.teardown(() => floor.stop());
  const load = { arrivals: { concurrency: 4 }, seconds: 0.3, lateMs: 450, bodiesFile };
  const lines: string[] = [];
  await warmUp([{ name: 'floor', subject: floor, load }], (line) => lines.push(line));
  t.ok(lines.length >= 3, `${lines.length} runs`);
  for (const [at, line] of lines.entries()) t.match(line, new RegExp(`warm-up ${at + 1}, floor: \\d+ µs`));
});

t.test('reading the CPU time of a server that has died is an error that says so', async (t) => {
  const floor = await startFloor(farm, shape, 1234);
  const samplesOf = watchMemory(floor.pid);
  process.kill(floor.pid, 'SIGKILL');
  await floor.stop();
  t.throws(() => readCpu(floor.pid), {
    message: /^\/proc\/\d+\/stat cannot be read: the process that is measured has ended/,
  });
  await sleep(1200); // longer than the interval of readings
  t.ok(samplesOf().length > 0, 'earlier memory readings are kept');
});

t.test('a wrong command line exits with 1 and says what to do', async (t) => {
  const load = join(import.meta.dirname, '../../bench/load/main.ts');
  const url = ['--url', 'http://127.0.0.1:1/'];
  const cases: [string[], RegExp][] = [
    [[], /--url and --bodies are missing/],
    [['--url', 'https://x/', '--bodies', bodiesFile], /only http is spoken here/],
    [[...url, '--bodies', bodiesFile], /--concurrency or --rate is missing/],
    [[...url, '--bodies', bodiesFile, '--concurrency', '0', '--requests', '1'], /give a number above 0/],
    [[...url, '--bodies', bodiesFile, '--rate', '5'], /--seconds is missing/],
  ];
  const runs = cases.map(async ([args, message]) => {
    const { status, stderr } = await runScript(t, [load, ...args]);
    t.equal(status, 1);
    t.match(stderr, message);
  });
  await Promise.all(runs);
});
