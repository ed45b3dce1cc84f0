/** The thread that writes captures: overload, auctions that it refuses, and its end (issue 6, item 3). */
import { execFile } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Worker } from 'node:worker_threads';
import t, { type Test } from 'tap';
import { settledWithout } from '../../src/auction/settled-call.ts';
import { Capture, type CaptureRules } from '../../src/observe/capture.ts';
import { captureRules } from './capture-rules.ts';
import { testFolder } from '../support/folder.ts';
import { stand } from '../support/stand.ts';
import { until } from '../support/until.ts';
import { wholeLists } from '../support/whole-lists.ts';
import { read, request } from './capturing.ts';

const onTaken = (): void => undefined;

/** A capture into its own files, and the troubles that it reports. */
async function openCapture(t: Test, own: Partial<CaptureRules> = {}) {
  const troubles: string[] = [];
  const path = join(testFolder(t), 'captures.ndjson');
  const capture = new Capture(
    { ...captureRules, path, ...own },
    { onTaken, onTrouble: (reason) => troubles.push(reason) },
  );
  await capture.ready();
  return { capture, troubles, path };
}

/** Captures an auction with this body and no calls; false if it is dropped at once. */
function captured(capture: Capture, body: string): boolean {
  const draft = capture.begin({ at: 1, method: 'POST', path: '/', headers: {} }, Buffer.from(body));
  return capture.end(draft, { status: 200, elapsedMs: 1, body: new Uint8Array(0) });
}

/** The threads that this process starts until the test ends. */
function startedThreads(t: Test): Worker[] {
  const threads: Worker[] = [];
  const note = (made: unknown): void => void threads.push((made as { readonly worker: Worker }).worker);
  subscribe('worker_threads', note);
  t.teardown(() => unsubscribe('worker_threads', note));
  return threads;
}

t.test('auctions beyond maxWaitingBytes are dropped and counted, and reported once', async (t) => {
  const { capture, troubles, path } = await openCapture(t, { maxWaitingBytes: 1_048_576 });
  // Within one turn of the event loop the thread can confirm nothing.
  const taken = Array.from({ length: 10 }, () => captured(capture, ' '.repeat(300_000)));
  t.equal(taken.filter(Boolean).length, 3, 'the dropped ones do not count as taken');
  t.equal(capture.counts.dropped, 7);
  t.match(
    troubles,
    wholeLists([/more than capture\.maxWaitingBytes is waiting .*: raise it, or lower capture\.sampleRate/]),
    'reported once',
  );
  await capture.close();
  t.equal(read(path).length, 3);
  t.strictSame(capture.counts, { written: 3, dropped: 7 });
});

t.test('a thread that dies is replaced', async (t) => {
  const path = join(testFolder(t), 'again.ndjson');
  const threads = startedThreads(t);
  const capture = new Capture({ ...captureRules, path, restartAfterMs: 0 }, { onTaken, onTrouble: t.fail });
  await capture.ready();
  captured(capture, JSON.stringify(request));
  t.ok(await until(() => capture.counts.written === 1));
  await threads[0]!.terminate();
  captured(capture, JSON.stringify(request));
  t.ok(await until(() => capture.counts.written === 2));
  await capture.close();
  t.equal(read(path).length, 2);
  t.notOk(captured(capture, JSON.stringify(request)));
  t.strictSame([threads.length, capture.counts.dropped], [2, 1], 'no thread starts after the end');
});

t.test(
  'the end of a thread is reported with its reason once it was ready; before, the start fails with it',
  async (t) => {
    const troubles: string[] = [];
    const threads = startedThreads(t);
    const open = (path: string): Capture =>
      new Capture({ ...captureRules, path }, { onTaken, onTrouble: (reason) => troubles.push(reason) });
    await t.rejects(open('/proc/gavel/x.ndjson').ready(), /cannot be written/);
    t.strictSame(troubles, []);
    const capture = open(join(testFolder(t), 'told.ndjson'));
    await capture.ready();
    threads.at(-1)!.postMessage('no auction', []);
    t.ok(await until(() => troubles.length > 0));
    t.match(troubles, wholeLists([/^the thread that writes them has stopped \(/]));
    await capture.close();
  },
);

t.test('an auction that is too large is dropped and reported', async (t) => {
  const { capture, troubles } = await openCapture(t);
  captured(capture, `[${'{},'.repeat(3_000_000)}{}]`);
  t.ok(await until(() => capture.counts.dropped === 1));
  t.match(troubles, wholeLists([/too large/]));
  await capture.close();
});

t.test('an auction with large calls to many bidders is written within the memory of the thread', async (t) => {
  const { capture } = await openCapture(t, { keepUserIds: false });
  const record = { bidder: 'a', method: 'POST', uri: 'http://a.example/', headers: [], body: { start: 0, end: 0 } };
  const body = Buffer.from(`{"site":{"ext":{"many":[${'{},'.repeat(80_000)}{}]}}}`);
  const sent = Array.from({ length: 60 }, () => ({ record, body }));
  const draft = capture.begin({ at: 1, method: 'POST', path: '/', headers: {} }, Buffer.from('{}'));
  draft.note(
    sent,
    sent.map(() => settledWithout('timeout', '', 1)),
    () => undefined,
  );
  capture.end(draft, { status: 200, elapsedMs: 1, body: new Uint8Array(0) });
  t.ok(await until(() => capture.counts.written + capture.counts.dropped === 1));
  t.equal(capture.counts.written, 1);
  await capture.close();
});

t.test('an auction with more user ids than can be searched for is dropped', async (t) => {
  const { capture, troubles } = await openCapture(t, { keepUserIds: false });
  const uids = Array.from({ length: 501 }, (_, at) => ({ id: `person-${at}` }));
  captured(capture, JSON.stringify({ user: { eids: [{ source: 'ids.example', uids: uids.slice(1) }] } }));
  t.ok(await until(() => capture.counts.written === 1), 'the limit');
  captured(capture, JSON.stringify({ user: { eids: [{ source: 'ids.example', uids }] } }));
  t.ok(await until(() => capture.counts.dropped === 1));
  t.match(troubles, wholeLists([/too many ids/]));
  await capture.close();
});

t.test(
  'an auction with a user id too long to be searched for is dropped, and the report does not show the id',
  async (t) => {
    const { capture, troubles } = await openCapture(t, { keepUserIds: false });
    captured(capture, JSON.stringify({ user: { id: '漢'.repeat(2184) } }));
    t.ok(await until(() => capture.counts.written === 1), 'the limit');
    captured(capture, JSON.stringify({ user: { id: '漢'.repeat(2185) } }));
    t.ok(await until(() => capture.counts.dropped === 1));
    t.match(troubles, wholeLists([/too many ids/]));
    t.notMatch(troubles, wholeLists([/漢/]));
    await capture.close();
  },
);

t.test('an auction with more letters in user ids than can be searched for is dropped', async (t) => {
  const { capture, troubles } = await openCapture(t, { keepUserIds: false });
  const uids = Array.from({ length: 32 }, (_, at) => ({ id: `${100 + at}${'x'.repeat(1021)}` }));
  captured(capture, JSON.stringify({ user: { eids: [{ source: 'ids.example', uids }] } }));
  t.ok(await until(() => capture.counts.written === 1), 'the limit');
  captured(capture, JSON.stringify({ user: { eids: [{ source: 'ids.example', uids }], buyeruid: 'b' } }));
  t.ok(await until(() => capture.counts.dropped === 1));
  t.match(troubles, wholeLists([/too many ids/]));
  await capture.close();
});

t.test('an auction made to be slow to search ends its thread, and later ones are written', async (t) => {
  const { capture, troubles } = await openCapture(t, { keepUserIds: false, longestMs: 1500 });
  const uids = Array.from({ length: 30 }, (_, at) => ({ id: `${'a'.repeat(20 + at)}b${'a'.repeat(1000)}` }));
  const body = { user: { eids: [{ source: 'ids.example', uids }] }, site: { name: 'a'.repeat(3_500_000) } };
  captured(capture, JSON.stringify(body));
  const later = Array.from({ length: 40 }, () => captured(capture, '{}'));
  t.ok(await until(() => capture.counts.written + capture.counts.dropped === 1 + later.length));
  t.strictSame(capture.counts, { written: 25, dropped: 16 }, 'auctions already given to the thread are lost');
  t.match(troubles, wholeLists([/^the thread that writes them has stopped \(it spent over 1500 ms on one auction\)$/]));
  captured(capture, '{}');
  await capture.close();
  t.equal(capture.counts.written, 26);
});

t.test('when no file can be opened, the auction is counted and the process goes on', async (t) => {
  const script = join(import.meta.dirname, 'capture-without-files.ts');
  const command = `unset NODE_OPTIONS; ulimit -n 100; exec "${process.execPath}" "${script}" "${testFolder(t)}/x.ndjson"`;
  const { stdout } = await promisify(execFile)('sh', ['-c', command]);
  const { written, dropped } = JSON.parse(stdout) as { written: number; dropped: number };
  t.equal(written + dropped, 1);
});

t.test('a process that blocks does not take its thread for stuck', async (t) => {
  const { capture, troubles } = await openCapture(t, { longestMs: 500 });
  captured(capture, '{}');
  stand(1500);
  t.ok(await until(() => capture.counts.written === 1));
  t.strictSame(troubles, []);
  await capture.close();
});
