/** Look-ups of plugins end in time, whatever they do, and are bounded and told of (src/plugins, `lookUp`). */
import t from 'tap';
import { setTimeout as sleep } from 'node:timers/promises';
import { PluginLookUps } from '../../src/auction/plugin-look-ups.ts';
import type { Cancel } from '../../src/auction/calls/round.ts';
import type { CodeBug } from '../../src/auction/messages.ts';
import type { Plugin } from '../../src/plugins/contract.ts';

/** A client that waits, and one that leaves when told. */
const stays: Cancel = { isAborted: false, onAbort: () => undefined };
function leaving() {
  const listeners: (() => void)[] = [];
  const cancel = { isAborted: false, onAbort: (listener: () => void) => void listeners.push(listener) };
  const leave = (): void => {
    cancel.isAborted = true;
    for (const listener of listeners) listener();
  };
  return { cancel, leave };
}

/** The look-ups of one plugin called `it`, and the faults that they tell. */
function lookUpsOf(lookUp: NonNullable<Plugin['lookUp']>, lookUpMs = 1000) {
  const bugs: CodeBug[] = [];
  const settings = { it: { file: 'it.ts', enabled: true, settings: {}, lookUpMs } };
  const lookUps = new PluginLookUps(settings, new Map([['it', { lookUp }]]), (bug) => bugs.push(bug));
  const find = (question: unknown, mostMs = 10_000, cancel: Cancel = stays) =>
    lookUps.find([{ plugin: 'it', json: JSON.stringify(question) }], { lastAtMs: performance.now() + mostMs, cancel });
  const told = () => bugs.map((bug) => ('stack' in bug ? bug.stack.split('\n')[0] : ''));
  return { lookUps, find, told };
}

/** What look-ups have ended in; all else is told of with 0. */
const met = (lookUps: PluginLookUps) => lookUps.counts().filter(({ count }) => count > 0);

t.test('what is found comes as JSON', async (t) => {
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
  t.strictSame(await lookUps.find([{ plugin: 'gone', json: '1' }], { lastAtMs: Infinity, cancel: stays }), []);
  t.strictSame(met(lookUps), [
    { plugin: 'it', outcome: 'found', count: 1 },
    { plugin: 'it', outcome: 'nothing', count: 1 },
  ]);
  t.strictSame(told(), []);
});

t.test('one that is late is left, and hears of it', async (t) => {
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
  t.equal(asked, 0, 'nobody is asked when there is no time left');
  t.strictSame(met(lookUps), [{ plugin: 'it', outcome: 'late', count: 1 }]);
});

t.test('one that fails is a fault of its plugin', async (t) => {
  const endings: { readonly [name: string]: NonNullable<Plugin['lookUp']> } = {
    'Error: no route': () => Promise.reject(new Error('no route')),
    'Error: at once': () => {
      throw new Error('at once');
    },
    'TypeError: what it made is longer than 262144 characters of JSON': async () => 'x'.repeat(300_000),
    'TypeError: what it made nests too deep': async () => {
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

t.test('a late one that is rejected at last is nobody’s business', async (t) => {
  const { find, told } = lookUpsOf(async () => {
    await sleep(20);
    throw new Error('too late');
  }, 1);
  t.strictSame(await find(1), []);
  await sleep(60);
  t.strictSame(told(), []);
});

t.test('no more than a thousand are under way, those included that nobody waits for', async (t) => {
  const open: (() => void)[] = [];
  const { lookUps, find } = lookUpsOf(() => new Promise((resolve) => open.push(() => resolve(1))), 1);
  await Promise.all(Array.from({ length: 1100 }, () => find(1)));
  t.equal(open.length, 1000);
  t.strictSame(lookUps.counts().find(({ outcome }) => outcome === 'refused')?.count, 100);
  open.pop()!();
  await sleep(1);
  await find(1);
  t.equal(open.length, 1000, 'one has ended, so one more is asked');
});

t.test('a client that leaves ends the wait, and the look-up hears of it', async (t) => {
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
  t.equal(signal, undefined, 'nobody is asked for one that has left');
  t.strictSame(met(lookUps), [{ plugin: 'it', outcome: 'left', count: 2 }]);
});

t.test('what is no number, and no date, is nothing', async (t) => {
  for (const nothing of [null, NaN, Infinity, new Date(NaN), { toJSON: () => null }, () => 1]) {
    const { lookUps, find } = lookUpsOf(async () => nothing);
    t.strictSame(await find(1), []);
    t.strictSame(met(lookUps), [{ plugin: 'it', outcome: 'nothing', count: 1 }]);
  }
});

t.test('it is called on its plugin', async (t) => {
  class Finder {
    #found = 'mine';
    lookUp = async function (this: Finder) {
      return this.#found;
    };
  }
  const settings = { it: { file: 'it.ts', enabled: true, settings: {}, lookUpMs: 1000 } };
  const lookUps = new PluginLookUps(settings, new Map([['it', new Finder()]]), (bug) => t.fail(JSON.stringify(bug)));
  const found = await lookUps.find([{ plugin: 'it', json: '1' }], { lastAtMs: Infinity, cancel: stays });
  t.strictSame(found, [{ plugin: 'it', json: '"mine"' }]);
});
