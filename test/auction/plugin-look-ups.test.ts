/** Look-ups of plugins end in time whatever they do, are bounded in number, and counted (src/plugins, `lookUp`). */
import t from 'tap';
import { setImmediate as turn } from 'node:timers/promises';
import { PluginLookUps } from '../../src/auction/plugin-look-ups.ts';
import { neverCancelled, type Cancel } from '../../src/auction/cancel.ts';
import type { CodeBug } from '../../src/auction/messages.ts';
import type { Plugin } from '../../src/plugins/contract.ts';

/** A client that disconnects at `leave()`. */
function leaving() {
  const listeners: (() => void)[] = [];
  const cancel = { isAborted: false, onAbort: (listener: () => void) => void listeners.push(listener) };
  const leave = (): void => {
    cancel.isAborted = true;
    for (const listener of listeners) listener();
  };
  return { cancel, leave };
}

/** The look-ups of one plugin called `it`, and the faults that they report. */
function lookUpsOf(lookUp: NonNullable<Plugin['lookUp']>, lookUpMs = 1000) {
  const bugs: CodeBug[] = [];
  const settings = { it: { file: 'it.ts', enabled: true, settings: {}, lookUpMs } };
  const lookUps = new PluginLookUps(settings, new Map([['it', { lookUp }]]), (bug) => bugs.push(bug));
  const find = (question: unknown, mostMs = 10_000, cancel: Cancel = neverCancelled) =>
    lookUps.find([{ plugin: 'it', json: JSON.stringify(question) }], { lastAtMs: performance.now() + mostMs, cancel });
  const told = () => bugs.map((bug) => ('stack' in bug ? bug.stack.split('\n')[0] : ''));
  return { lookUps, find, told };
}

/** The outcomes that have occurred; all others are listed with 0. */
const met = (lookUps: PluginLookUps) => lookUps.counts().filter(({ count }) => count > 0);

t.test('a result is passed on as JSON', async (t) => {
  const { lookUps, find, told } = lookUpsOf(async (question) =>
    question === 'none' ? undefined : { of: question, at: new Date(0), more: undefined },
  );
  t.ok(lookUps.isNeeded);
  t.strictSame(
    lookUps.counts().map(({ outcome, count }) => `${outcome} ${count}`),
    ['found 0', 'nothing 0', 'late 0', 'left 0', 'failed 0', 'refused 0'],
  );
  t.strictSame(await find({ id: 1 }), [{ plugin: 'it', json: '{"of":{"id":1},"at":"1970-01-01T00:00:00.000Z"}' }]);
  t.strictSame(await find('none'), []);
  t.strictSame(await lookUps.find([{ plugin: 'gone', json: '1' }], { lastAtMs: Infinity, cancel: neverCancelled }), []);
  t.strictSame(met(lookUps), [
    { plugin: 'it', outcome: 'found', count: 1 },
    { plugin: 'it', outcome: 'nothing', count: 1 },
  ]);
  t.strictSame(told(), []);
});

t.test('a late look-up is given up, and its signal aborted', async (t) => {
  for (const [lookUpMs, mostMs] of [
    [5, 60_000],
    [1000, 5],
  ] as const) {
    let signal: AbortSignal | undefined;
    const { lookUps, find } = lookUpsOf((_, terms) => {
      ({ signal } = terms);
      return new Promise(() => undefined);
    }, lookUpMs);
    t.strictSame(await find(1, mostMs), []);
    t.equal(signal?.aborted, true);
    t.strictSame(met(lookUps), [{ plugin: 'it', outcome: 'late', count: 1 }]);
  }
  let asked = 0;
  const { lookUps, find } = lookUpsOf(async () => (asked += 1));
  t.strictSame(await find(1, -1), []);
  t.equal(asked, 0, 'not called without time left');
  t.strictSame(met(lookUps), [{ plugin: 'it', outcome: 'late', count: 1 }]);
});

t.test('a look-up that fails is reported as a fault of its plugin', async (t) => {
  const endings: { readonly [name: string]: NonNullable<Plugin['lookUp']> } = {
    'Error: no route': () => Promise.reject(new Error('no route')),
    'Error: at once': () => {
      throw new Error('at once');
    },
    'TypeError: its result is longer than 262144 characters of JSON': async () => 'x'.repeat(300_000),
    'TypeError: its result is nested too deeply': async () => {
      const made: unknown[] = [];
      made.push(made);
      return made;
    },
  };
  for (const [words, lookUp] of Object.entries(endings)) {
    const { lookUps, find, told } = lookUpsOf(lookUp);
    t.strictSame(await find(1), [], words);
    t.strictSame(told(), [words]);
    t.strictSame(met(lookUps), [{ plugin: 'it', outcome: 'failed', count: 1 }], words);
  }
});

t.test('a late look-up that rejects afterwards is not reported', async (t) => {
  const { promise, reject } = Promise.withResolvers<never>();
  const { find, told } = lookUpsOf(() => promise, 1);
  t.strictSame(await find(1), []);
  reject(new Error('too late'));
  await turn();
  t.strictSame(told(), []);
});

t.test('at most a thousand look-ups are open, including those given up', async (t) => {
  const open: (() => void)[] = [];
  const { lookUps, find } = lookUpsOf(() => new Promise((resolve) => open.push(() => resolve(1))), 1);
  await Promise.all(Array.from({ length: 1100 }, () => find(1)));
  t.equal(open.length, 1000);
  t.strictSame(lookUps.counts().find(({ outcome }) => outcome === 'refused')?.count, 100);
  open.pop()!();
  await turn();
  await find(1);
  t.equal(open.length, 1000, 'one has ended, so one more is called');
});

t.test('a client that disconnects ends the wait, and the signal is aborted', async (t) => {
  const { cancel, leave } = leaving();
  let signal: AbortSignal | undefined;
  const { lookUps, find } = lookUpsOf((_, terms) => {
    ({ signal } = terms);
    return new Promise(() => undefined);
  }, 60_000);
  const found = find(1, 60_000, cancel);
  t.equal(signal?.aborted, false);
  leave();
  t.strictSame(await found, []);
  t.equal(signal?.aborted, true);
  signal = undefined;
  t.strictSame(await find(1, 60_000, cancel), []);
  t.equal(signal, undefined, 'not called for a client that has left');
  t.strictSame(met(lookUps), [{ plugin: 'it', outcome: 'left', count: 2 }]);
});

t.test('results that JSON writes as null, or not at all, count as nothing', async (t) => {
  for (const nothing of [null, NaN, Infinity, new Date(NaN), { toJSON: () => null }, () => 1]) {
    const { lookUps, find } = lookUpsOf(async () => nothing);
    t.strictSame(await find(1), []);
    t.strictSame(met(lookUps), [{ plugin: 'it', outcome: 'nothing', count: 1 }]);
  }
});

t.test('lookUp is called as a method of its plugin', async (t) => {
  class Finder {
    #found = 'mine';
    lookUp = async function (this: Finder) {
      return this.#found;
    };
  }
  const settings = { it: { file: 'it.ts', enabled: true, settings: {}, lookUpMs: 1000 } };
  const lookUps = new PluginLookUps(settings, new Map([['it', new Finder()]]), (bug) => t.fail(JSON.stringify(bug)));
  const found = await lookUps.find([{ plugin: 'it', json: '1' }], { lastAtMs: Infinity, cancel: neverCancelled });
  t.strictSame(found, [{ plugin: 'it', json: '"mine"' }]);
});
