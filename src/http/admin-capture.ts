/**
 * `POST`, `GET` and `DELETE /capture` of the admin port (issue 6, item 3; implementation B 11): orders the capture of the next auctions of
 * an account, a bidder or a status.
 */
import { randomUUID } from 'node:crypto';
import type { CaptureOrder, OrderState } from '../observe/capture-order.ts';
import { maxIdLength } from '../stored/store.ts';
import type { AdminAnswer, AdminRequest, AdminRoute } from './admin-server.ts';
import { faultText } from './exchange.ts';

/** The capture state of one process. */
export interface CaptureState {
  /** `capture.path`. */
  readonly path: string;
  /** Null for no order. */
  readonly order: OrderState | null;
}

/** The state of each process that answers; null for one without `capture.path`. */
type CaptureStates = readonly (CaptureState | null)[];

/** The capture functions behind the routes. */
export interface CaptureNews {
  /** Asks each process for its state. */
  readonly states: () => Promise<CaptureStates>;
  /** Replaces the order in all processes; null: no order. */
  readonly order: (order: CaptureOrder | null) => void;
}

const path = '/capture';

/** The values a parameter may have: a text of `min` to `max` characters, or a whole number in that range, with its default. */
interface Parameter {
  readonly min: number;
  readonly max: number;
  readonly standard?: number;
  readonly isText?: boolean;
}

const parameters: { readonly [name: string]: Parameter } = {
  account: { isText: true, min: 1, max: maxIdLength },
  bidder: { isText: true, min: 1, max: maxIdLength },
  status: { min: 200, max: 599 },
  limit: { min: 1, max: 1000, standard: 10 },
  seconds: { min: 1, max: 86_400, standard: 600 },
};

/** Most faults listed in one answer: each repeats the usage. */
const maxFaults = 20;

const usage = `POST ${path}?account=ID&bidder=CODE&status=200&limit=10&seconds=600, all optional; an auction must match all that are given`;

const overtakenAnswer = {
  status: 409,
  body: `another order or a DELETE arrived in the meantime: GET ${path} shows the current order\n`,
};
const noProcessAnswer: AdminAnswer = { status: 503, body: 'no process responds: try again in a few seconds\n' };

/** The three routes. Wrong parameters are answered with 400 and change nothing. */
export function captureRoutes(news: CaptureNews): AdminRoute[] {
  // A POST that waits for a slow process must not overwrite a later order or DELETE.
  const sequence = { count: 0 };
  return [
    { method: 'POST', path, handle: (request) => startOrder(request, news, sequence) },
    { method: 'GET', path, handle: async () => stateAnswer(await news.states()) },
    {
      method: 'DELETE',
      path,
      handle: () => {
        sequence.count += 1;
        news.order(null);
        return { status: 200, body: 'there is no capture order now\n' };
      },
    },
  ];
}

/** `sequence` counts POSTs and DELETEs; the latest one wins. */
async function startOrder(
  { query, body }: AdminRequest,
  news: CaptureNews,
  sequence: { count: number },
): Promise<AdminAnswer> {
  const faults = faultsOf(query);
  // Parameters in a body would be ignored, and every auction captured.
  if (body.byteLength > 0) faults.push(`put parameters into the URL, not into a body: ${usage}`);
  if (faults.length > 0) return { status: 400, body: faultText(faults) };
  const turn = ++sequence.count;
  const states = await news.states();
  if (sequence.count !== turn) return overtakenAnswer;
  if (states.length === 0) return noProcessAnswer;
  const capturing = states.find((one) => one !== null);
  if (!capturing) {
    const fix = 'set it, with capture.sampleRate: 0 if nothing else is to be captured, and restart (SIGHUP)';
    return { status: 409, body: `nothing can be captured without capture.path: ${fix}\n` };
  }
  const order = orderOf(query);
  news.order(order);
  return {
    status: 200,
    body: `capturing the next ${order.limit} beside ${capturing.path}; GET ${path} tells how many are still missing\n`,
  };
}

function faultsOf(query: URLSearchParams): string[] {
  const names = [...query.keys()];
  const twice = names.find((name, at) => names.indexOf(name) < at);
  const faults = twice === undefined ? [] : [`${JSON.stringify(twice.slice(0, 80))} is given twice: give it once`];
  for (const [name, value] of query) {
    if (faults.length === maxFaults) break;
    const parameter = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
    if (parameter === undefined) faults.push(`${JSON.stringify(name.slice(0, 80))} is not a parameter: ${usage}`);
    else if (!fits(value, parameter)) faults.push(`${name} must be ${wanted(parameter)}`);
  }
  return faults;
}

function fits(value: string, { isText, min, max }: Parameter): boolean {
  if (isText) return value.length >= min && value.length <= max;
  return /^\d{1,6}$/.test(value) && Number(value) >= min && Number(value) <= max;
}

function wanted({ isText, min, max }: Parameter): string {
  return isText ? `a text of ${min} to ${max} characters` : `a whole number from ${min} to ${max}`;
}

function orderOf(query: URLSearchParams): CaptureOrder {
  const number = (name: string): number => Number(query.get(name) ?? parameters[name]?.standard);
  const [account, bidder] = [query.get('account'), query.get('bidder')];
  return {
    id: randomUUID(),
    ...(account !== null && { account }),
    ...(bidder !== null && { bidder }),
    ...(query.has('status') && { status: number('status') }),
    limit: number('limit'),
    untilMs: Date.now() + number('seconds') * 1000,
  };
}

/** The current order, with the smallest number of auctions left in any process: that process knows most of what the others captured. */
function stateAnswer(answers: CaptureStates): AdminAnswer {
  if (answers.length === 0) return noProcessAnswer;
  const states = answers.filter((state) => state !== null);
  const orders = states.flatMap(({ order }) => order ?? []);
  const mostAdvanced = orders.toSorted((a, b) => a.left - b.left)[0];
  const state = { path: states[0]?.path ?? null, order: mostAdvanced === undefined ? null : orderText(mostAdvanced) };
  return { status: 200, contentType: 'application/json', body: `${JSON.stringify(state, null, 2)}\n` };
}

function orderText({ account, bidder, status, limit, left, untilMs }: OrderState): object {
  return { account, bidder, status, limit, left, until: new Date(untilMs).toISOString() };
}
