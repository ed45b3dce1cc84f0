/** `POST`, `GET` and `DELETE /capture` of the admin port (issue 6, item 3; implementation B 11): the next auctions of an account, a bidder or a status. */
import { randomUUID } from 'node:crypto';
import type { CaptureOrder, OrderState } from '../observe/capture-order.ts';
import { maxIdLength } from '../stored/store.ts';
import type { AdminAnswer, AdminRequest, AdminRoute } from './admin-server.ts';
import { faultText } from './exchange.ts';

/** What a process captures. */
export interface CaptureState {
  /** `capture.path`. */
  readonly path: string;
  /** Null for none. */
  readonly order: OrderState | null;
}

/** Of all processes that answer, null for one that captures nothing. */
type CaptureStates = readonly (CaptureState | null)[];

/** What can be asked of capture. */
export interface CaptureNews {
  /** What each process does. */
  readonly states: () => Promise<CaptureStates>;
  /** Gives all of them an order in the place of the one before; null: none. */
  readonly order: (order: CaptureOrder | null) => void;
}

const path = '/capture';

/** What a parameter may be: a text of `min` to `max` characters, or a whole number between them, with its default. */
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

const usage = `POST ${path}?account=ID&bidder=CODE&status=200&limit=10&seconds=600, each as you need it; what stands there must all hold`;

const overtaken = { status: 409, body: `another order or a DELETE came meanwhile: GET ${path} tells what holds\n` };
const nobody: AdminAnswer = { status: 503, body: 'no process answers: try again in a few seconds\n' };

/** The three routes. Wrong parameters are answered with 400, and change nothing. */
export function captureRoutes(news: CaptureNews): AdminRoute[] {
  // An order that waits for a slow process must not come in the place of what was said after it.
  const said = { count: 0 };
  return [
    { method: 'POST', path, handle: (request) => begin(request, news, said) },
    { method: 'GET', path, handle: async () => shown(await news.states()) },
    {
      method: 'DELETE',
      path,
      handle: () => {
        said.count += 1;
        news.order(null);
        return { status: 200, body: 'nothing is asked for any more\n' };
      },
    },
  ];
}

/** `said` counts orders and their ends, of which the last holds. */
async function begin({ query, body }: AdminRequest, news: CaptureNews, said: { count: number }): Promise<AdminAnswer> {
  const faults = faultsOf(query);
  // What stands there would be taken for an order of anybody's auctions.
  if (body.byteLength > 0) faults.push(`parameters stand in the address, not in a body: ${usage}`);
  if (faults.length > 0) return { status: 400, body: faultText(faults) };
  const turn = ++said.count;
  const states = await news.states();
  if (said.count !== turn) return overtaken;
  if (states.length === 0) return nobody;
  const state = states.find((one) => one !== null);
  if (!state) {
    const fix = 'set it, with capture.sampleRate: 0 if nothing else is to be captured, and restart (SIGHUP)';
    return { status: 409, body: `nothing can be captured without capture.path: ${fix}\n` };
  }
  const order = orderOf(query);
  news.order(order);
  return {
    status: 200,
    body: `the next ${order.limit} are captured beside ${state.path}; GET ${path} tells how many are left\n`,
  };
}

function faultsOf(query: URLSearchParams): string[] {
  const names = [...query.keys()];
  const twice = names.find((name, at) => names.indexOf(name) < at);
  const faults =
    twice === undefined ? [] : [`${JSON.stringify(twice.slice(0, 80))} stands there twice: once is enough`];
  for (const [name, value] of query) {
    const parameter = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
    if (parameter === undefined) faults.push(`${JSON.stringify(name.slice(0, 80))} is no parameter: ${usage}`);
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

/** What is asked for, and the fewest auctions that any process still waits for: it has heard most of what the others took. */
function shown(answers: CaptureStates): AdminAnswer {
  if (answers.length === 0) return nobody;
  const states = answers.filter((state) => state !== null);
  const orders = states.flatMap(({ order }) => order ?? []);
  const furthest = orders.toSorted((a, b) => a.left - b.left)[0];
  const told = { path: states[0]?.path ?? null, order: furthest === undefined ? null : orderText(furthest) };
  return { status: 200, contentType: 'application/json', body: `${JSON.stringify(told, null, 2)}\n` };
}

function orderText({ account, bidder, status, limit, left, untilMs }: OrderState): object {
  return { account, bidder, status, limit, left, until: new Date(untilMs).toISOString() };
}
