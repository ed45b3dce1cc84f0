/** Takes a request from its head to its handler: framing, route, method, CORS, body. Whatever goes wrong on the way is answered here. */
import { OverloadError, RequestError } from '../errors.ts';
import { type BodyLimits, readBody } from './body.ts';
import { corsHeaders, preflightHeaders } from './cors.ts';
import { type Route, answerFault } from './exchange.ts';
import type { Front, LiveExchange } from './live-exchange.ts';
import { type Gate, overloaded } from './refuse-early.ts';
import { declaredBodyBytes } from './request-head.ts';
import type { Place, RouteTable } from './routes.ts';

/** Limits of bodies, and what decides whether requests that yield to auctions are refused. */
export interface IntakeRules extends BodyLimits {
  readonly gate: Pick<Gate, 'countOut' | 'refusesYielding' | 'noteYielding'>;
  readonly front: Pick<Front, 'inFlight'>;
}

/** Serves one exchange; to be called in the library's request handler. Never throws, and reports bugs to the exchange. */
export function takeIn(exchange: LiveExchange, routes: RouteTable, rules: IntakeRules): void {
  try {
    exchange.unreadBytes = Infinity;
    exchange.unreadBytes = declaredBodyBytes(exchange.head);
  } catch (error) {
    // The rest of this packet may belong to the body, yet the library would serve it as a request, and then fail to close the connection.
    // While a request is unanswered it drops the connection instead, so the answer waits.
    setImmediate(() => answerFault(exchange, error));
    return;
  }
  try {
    const found = routes.find(exchange.path);
    if (!found) throw new RequestError(404, [noEndpoint(routes.near(exchange.path))]);
    const route = found.place.byMethod.get(exchange.head.method);
    if (!route) {
      answerWithoutRoute(exchange, found.place);
      return;
    }
    exchange.parameter = found.parameter;
    exchange.corsHeaders = corsHeaders(route.cors, exchange.header('origin'));
    void serve(exchange, route, rules);
  } catch (error) {
    answerFault(exchange, error);
  }
}

function noEndpoint(near: string | undefined): string {
  const fix = near === undefined ? 'check its spelling' : `write ${near}`;
  return `no endpoint has this path: ${fix}`;
}

async function serve(exchange: LiveExchange, route: Route, rules: IntakeRules): Promise<void> {
  const { gate, front } = rules;
  // This exchange is in flight itself, but was not yet when the gate counted it in.
  if (route.yields) gate.countOut(front.inFlight - 1);
  try {
    if (route.body) exchange.body = await readBody(exchange, rules);
    if (exchange.isAborted) return;
    // Checked here rather than at the head: many heads may arrive before the first body, and work begins with the body.
    if (route.yields && gate.refusesYielding(front.inFlight - 1, performance.now()))
      throw new OverloadError(overloaded);
  } catch (error) {
    answerFault(exchange, error, route.faultHeaders);
    if (!exchange.isAborted) route.onUnread?.(exchange, error);
    return;
  }
  const startedAtMs = route.yields ? performance.now() : 0;
  try {
    const handled = route.handle(exchange);
    if (!handled) return;
    await handled;
    if (!exchange.isOver) throw new Error(`The handler of ${route.method} ${route.path} ended without an answer`);
  } catch (error) {
    answerFault(exchange, error, route.faultHeaders);
  } finally {
    if (route.yields) gate.noteYielding(performance.now() - startedAtMs);
  }
}

function answerWithoutRoute(exchange: LiveExchange, place: Place): void {
  if (exchange.head.method === 'options') {
    const origin = exchange.header('origin');
    const headers = preflightHeaders(place.routes, {
      origin,
      method: exchange.header('access-control-request-method'),
    });
    if (headers) {
      exchange.answer(204, headers);
      return;
    }
  }
  const fault = new RequestError(405, [`this endpoint does not support that method: use ${place.allow}`]);
  answerFault(exchange, fault, [['Allow', place.allow]]);
}
