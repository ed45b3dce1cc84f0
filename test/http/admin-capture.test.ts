/** Orders for capture at the admin port: what is accepted and what is refused (issue 6, item 3). */
import t from 'tap';
import { captureRoutes, type CaptureState } from '../../src/http/admin-capture.ts';
import type { CaptureOrder } from '../../src/observe/capture-order.ts';
import { wholeLists } from '../support/whole-lists.ts';

const idle: CaptureState = { path: 'c.ndjson', order: null };

/** Sends a query by `method` to processes in these states; gives the answer with what was ordered. */
async function send(method: 'POST' | 'GET' | 'DELETE', query = '', states: readonly (CaptureState | null)[] = [idle]) {
  const ordered: (CaptureOrder | null)[] = [];
  const routes = captureRoutes({ states: async () => states, order: (order) => ordered.push(order) });
  const route = routes.find((one) => one.method === method)!;
  const { status, body } = await route.handle({ query: new URLSearchParams(query), body: Buffer.from('') });
  return { status, body, ordered };
}

t.test('an order has the filters, limit and time of its parameters, and defaults for the rest', async (t) => {
  const startMs = Date.now();
  const { status, body, ordered } = await send('POST', 'account=a%20b&bidder=acme&status=400&limit=3&seconds=60');
  t.equal(status, 200);
  t.equal(body, 'capturing the next 3 beside c.ndjson; GET /capture tells how many are still missing\n');
  const [order] = ordered;
  t.match(ordered, wholeLists([{ account: 'a b', bidder: 'acme', status: 400, limit: 3 }]));
  t.ok(order!.untilMs >= startMs + 60_000 && order!.untilMs <= Date.now() + 60_000);
  const [usual] = (await send('POST')).ordered;
  t.strictSame(Object.keys(usual!), ['id', 'limit', 'untilMs'], 'no filter by default');
  t.equal(usual!.limit, 10);
  t.ok(usual!.untilMs > startMs + 590_000, 'ten minutes by default');
  t.not(usual!.id, order!.id);
});

t.test('every wrong parameter is reported, and nothing is ordered', async (t) => {
  const { status, body, ordered } = await send(
    'POST',
    'limit=0&seconds=1e3&status=99&account=&bidder=b&bidder=b&__proto__=1&acount=a',
  );
  t.equal(status, 400);
  t.strictSame(ordered, []);
  const usage =
    'POST /capture?account=ID&bidder=CODE&status=200&limit=10&seconds=600, all optional; an auction must match all that are given';
  t.strictSame(body.trimEnd().split('\n'), [
    'Invalid request: "bidder" is given twice: give it once',
    'Invalid request: limit must be a whole number from 1 to 1000',
    'Invalid request: seconds must be a whole number from 1 to 86400',
    'Invalid request: status must be a whole number from 200 to 599',
    'Invalid request: account must be a text of 1 to 255 characters',
    `Invalid request: "__proto__" is not a parameter: ${usage}`,
    `Invalid request: "acount" is not a parameter: ${usage}`,
  ]);
});

t.test('parameters in a body are refused', async (t) => {
  const ordered: unknown[] = [];
  const [post] = captureRoutes({ states: async () => [idle], order: (order) => ordered.push(order) });
  const answer = await post!.handle({ query: new URLSearchParams(), body: Buffer.from('account=a&limit=1') });
  t.match(answer, { status: 400, body: /^Invalid request: put parameters into the URL, not into a body: POST / });
  t.strictSame(ordered, []);
});

t.test('without capture files an order is refused, and the answer says what to set', async (t) => {
  const { status, body, ordered } = await send('POST', 'limit=1', [null]);
  t.equal(status, 409);
  t.match(body, /^nothing can be captured without capture\.path: set it, with capture\.sampleRate: 0 /);
  t.strictSame(ordered, []);
  t.strictSame(JSON.parse((await send('GET', '', [null])).body), { path: null, order: null });
});

t.test('when no process answers, nothing is ordered or shown', async (t) => {
  for (const method of ['POST', 'GET'] as const) {
    const { status, body, ordered } = await send(method, method === 'POST' ? 'limit=1' : '', []);
    t.strictSame([status, body, ordered], [503, 'no process responds: try again in a few seconds\n', []], method);
  }
});

const state = (left: number): CaptureState => ({
  path: 'c.ndjson',
  order: { id: 'x', account: 'a', limit: 10, left, untilMs: Date.UTC(2030, 0, 2) },
});

t.test('GET shows the order as the process with the fewest captures left knows it; DELETE cancels', async (t) => {
  t.strictSame(JSON.parse((await send('GET', '', [state(7), idle, state(4), state(5)])).body), {
    path: 'c.ndjson',
    order: { account: 'a', limit: 10, left: 4, until: '2030-01-02T00:00:00.000Z' },
  });
  t.strictSame((await send('DELETE')).ordered, [null]);
});

t.test('an order that waits for a slow process is refused if another order or a DELETE came meanwhile', async (t) => {
  for (const [method, kept] of [
    ['DELETE', [null]],
    ['POST', [{ account: 'later' }]],
  ] as const) {
    const ordered: (CaptureOrder | null)[] = [];
    const slow = Promise.withResolvers<CaptureState[]>();
    const answers = [slow.promise, Promise.resolve([idle])];
    const routes = captureRoutes({ states: () => answers.shift()!, order: (order) => ordered.push(order) });
    const ask = async (by: string, query: string) =>
      routes.find((one) => one.method === by)!.handle({ query: new URLSearchParams(query), body: Buffer.from('') });
    const first = ask('POST', 'account=first');
    t.equal((await ask(method, 'account=later')).status, 200);
    slow.resolve([idle]);
    t.match(await first, { status: 409, body: /^another order or a DELETE arrived in the meantime: GET / }, method);
    t.match(ordered, wholeLists(kept));
  }
});

t.test('an answer lists twenty wrong parameters', async (t) => {
  const { status, body } = await send('POST', Array.from({ length: 3000 }, (_, at) => `p${at}`).join('&'));
  t.equal(status, 400);
  t.equal(body.split('\n').length - 1, 20);
});
