/** The micro-benchmark: its cases, how stages and steps are recorded, and the command as a process. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import t from 'tap';
import { caseCodes } from '../../bench/cases.ts';
import { inTurn, makeTimer } from '../../bench/micro/clock.ts';
import { plainHost, realCodes, realHost } from '../../bench/micro/hosts.ts';
import { prepared, prepareMessage, requestTexts, settleMessage } from '../../bench/micro/messages.ts';
import { recordStages } from '../../bench/micro/recorded.ts';
import { timeSteps } from '../../bench/micro/step-times.ts';
import { growthOfBidders } from '../../bench/micro/table.ts';
import { loadTarget } from '../../bench/micro/target.ts';
import { traceModules, tracedMark } from '../../bench/micro/traced.ts';
import { textAt } from '../../src/auction/byte-range.ts';
import { ofTest } from '../support/end-with-us.ts';
import { childrenOf, isAlive } from '../support/process.ts';
import { bareEnv, runScript } from '../support/run-script.ts';
import { until } from '../support/until.ts';
import { wholeLists } from '../support/whole-lists.ts';

const root = join(import.meta.dirname, '../..');
const target = await loadTarget(root);
traceModules(`${pathToFileURL(root).href}/`);
const workload = { imps: 3, bytes: 4800, bidders: [caseCodes.slice(0, 5)] };

function burn(): number {
  let sum = 0;
  for (let left = 100_000; left > 0; left -= 1) sum += Math.sqrt(left);
  return sum;
}

t.test('the plain bidders of a case are called and bid', async (t) => {
  const host = await plainHost(target);
  const [text] = requestTexts({ ...workload, host });
  const result = prepared(host, prepareMessage(text!));
  t.equal(result.calls.length, 5);
  const { bytes, answer } = host.hops.settle(settleMessage(target, result));
  const response = JSON.parse(textAt(bytes, answer)) as {
    seatbid: unknown[];
    ext: object;
  };
  t.ok(response.seatbid.length >= 3, 'most bidders have a seat');
  t.notOk('errors' in response.ext);
});

t.test('at least 25 real bidders of the mix are called', async (t) => {
  const host = await realHost(target);
  const [text] = requestTexts({ ...workload, host, bidders: [realCodes] });
  const { calls } = prepared(host, prepareMessage(text!));
  const called = new Set(calls.map(({ bidder }) => bidder));
  t.ok(called.size >= 25, `called: ${[...called].join(' ')}`);
});

t.test('stages and steps are recorded and timed by name', async (t) => {
  const host = await plainHost(target, tracedMark);
  const messages = requestTexts({ ...workload, host }).map(prepareMessage);
  const stages = recordStages(messages.map((message) => () => host.hops.prepare(message)));
  const checked = stages.find(({ name }) => name === 'prepare/checkTypes');
  t.equal(checked?.perAuction, 1);
  t.equal(checked?.calls.length, messages.length);
  t.match(checked!.calls[0]!(), wholeLists({ faults: [] }), 'a recorded call can be repeated');
  const auction = inTurn(messages, (message) => host.hops.prepare(message));
  const [rare] = timeSteps([() => undefined, () => undefined, auction], 50);
  t.ok(rare!.wholeUs > 0, 'a step that runs in one auction of three is timed');
  const steps = timeSteps([auction], 50);
  const whole = steps.find(({ name }) => name === 'prepareAuction');
  t.equal(whole?.callsPerAuction, 1);
  t.ok(whole!.wholeUs > whole!.ownUs && whole!.ownUs > 0, "a step's own time is part of its whole time");
});

t.test('a timer measures the CPU time of one operation', async (t) => {
  const time = makeTimer(
    [
      { name: 'one', body: '[]', run: burn },
      { name: 'four', body: '[]', run: () => burn() + burn() + burn() + burn() },
    ],
    20,
  );
  const [one, four] = [time(0, 200), time(1, 200)];
  t.equal(one.name, 'one');
  t.ok(one.cpuUs > 1 && four.cpuUs > 1.5 * one.cpuUs, `${one.cpuUs} and ${four.cpuUs} µs`);
});

t.test('growth with bidders is the ratio of the cases with 30 and with 5 bidders', async (t) => {
  const base = { parseUs: 1, perParse: 1, spread: 0 };
  const results = [
    { ...base, name: 'prepare 5 KB', cpuUs: 100 },
    { ...base, name: 'prepare 30 bidders', cpuUs: 250 },
  ];
  t.strictSame(growthOfBidders(results, []), [{ name: 'prepare, 30 plain bidders against 5', ratio: 2.5 }]);
});

t.test('the command times the chosen cases against a baseline and writes a result file', async (t) => {
  const args = ['bench/micro.ts', '--quick', '--group', 'envelope', '--only', 'native 5', '--baseline', root];
  const text = execFileSync(process.execPath, args, {
    cwd: root,
    encoding: 'utf8',
    env: bareEnv,
  });
  const file = text.trim().split('\n').at(-1)!;
  t.teardown(() => rmSync(file, { force: true }));
  t.match(text, /× baseline\nenvelope native 5 KB +\d/);
  t.match(file, /bench\/results\/micro-.*\.json$/);
});

t.test('a broken baseline or an unknown name ends the run with status 1', async (t) => {
  const broken = t.testdir({ src: { 'main.ts': '' }, bench: { micro: { 'child.ts': 'process.exit(3);' } } });
  const cases: [string, RegExp][] = [
    [`--group envelope --baseline ${broken}`, /^micro: a child of the micro-benchmark ended before its time/m],
    ['--group steps --only native', /^micro: --only takes cases, and steps are none: leave it out/],
    ['--group step', /^micro: --group step is not known: use hops, .*, steps/],
  ];
  for (const [words, said] of cases) {
    const { status, stderr } = await runScript(t, [join(root, 'bench/micro.ts'), '--quick', ...words.split(' ')]);
    t.equal(status, 1, words);
    t.match(stderr, said);
  }
});

t.test('an interrupted run ends its child processes and leaves no folder', async (t) => {
  const scratch = t.testdir();
  const child = ofTest(
    t,
    spawn(process.execPath, ['bench/micro.ts', '--quick', '--group', 'steps'], {
      cwd: root,
      env: { ...bareEnv, TMPDIR: scratch },
      stdio: 'ignore',
    }),
  );
  t.ok(await until(() => childrenOf(child.pid!).length > 0), 'it measures in a child process');
  const [pid] = childrenOf(child.pid!);
  child.kill('SIGINT');
  const [status] = (await once(child, 'exit')) as [number | null];
  t.equal(status, 130);
  t.ok(await until(() => !isAlive(pid!)), 'the child process has ended');
  t.strictSame(readdirSync(scratch), []);
});
