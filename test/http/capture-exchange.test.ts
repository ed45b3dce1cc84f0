/** The memory of calls that an auction lends to its capture is released when it is answered (issue 6, item 3). */
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { settledWithout, type CallToSend } from '../../src/auction/settled-call.ts';
import { captureExchange } from '../../src/http/capture-exchange.ts';
import { Capture } from '../../src/observe/capture.ts';
import { read } from '../observe/capturing.ts';
import { captureRules } from '../observe/capture-rules.ts';
import { testFolder } from '../support/folder.ts';
import { open, post, send } from './front.ts';

/** One answered auction of account `a`: how often its call's memory was released, and what was captured. */
async function answered(t: Test, sampleRate: number, account: string | undefined) {
  const path = join(testFolder(t), 'captures.ndjson');
  const onTaken = (id: string): void => capture.orders.note(id);
  const capture = new Capture({ ...captureRules, path, sampleRate }, { onTaken, onTrouble: t.fail });
  await capture.ready();
  const untilMs = Date.now() + 60_000;
  capture.orders.give({ id: 'o', limit: 1, left: 1, untilMs, ...(account !== undefined && { account }) });
  let released = 0;
  const auction = post('/a', (exchange) => {
    const notes = { account: 'a', isJson: true };
    const draft = captureExchange(
      exchange,
      { body: exchange.body, notes, arrival: { hints: ['save-data', 'on'] } },
      capture,
    );
    const body = Buffer.from('sent');
    const record = { bidder: 'b', method: 'POST', uri: 'http://b.example/', headers: [], body: { start: 0, end: 4 } };
    const calls: CallToSend[] = [{ record, body }];
    draft?.note(calls, [settledWithout('timeout', '', 1)], () => {
      released += 1;
      body.fill(0);
    });
    t.equal(released, 0, 'not before the answer');
    exchange.answer(200, [], 'ok');
  });
  const { url } = await open(t, [auction]);
  t.match(await send(`${url}/a`, '{}'), { status: 200 });
  await capture.close();
  const lines = read(path);
  for (const { headers } of lines) t.match(headers, { 'save-data': 'on' });
  return { released, captured: lines.map(({ calls }) => calls[0]!.sentSha256?.slice(0, 4)) };
}

// The start of the SHA-256 of `sent`.
const print = '7afb';

t.test('the memory is released once, whether the auction was sampled, ordered, or not captured', async (t) => {
  t.strictSame(await answered(t, 0, 'another'), { released: 1, captured: [] });
  t.strictSame(await answered(t, 0, undefined), { released: 1, captured: [print] });
  t.strictSame(await answered(t, 1, 'another'), { released: 1, captured: [print] });
});
