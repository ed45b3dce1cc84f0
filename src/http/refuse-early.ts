/** Refuses auctions while this process is behind (issue 'Overload'), before their head is copied and their body read. */
import type { OverloadGate } from '../auction/overload/gate.ts';
import { writeAnswer } from './answer.ts';
import { closerOf, mustWait } from './closing.ts';
import { corsHeaders } from './cors.ts';
import { faultHeaders, faultText, retryAfter } from './exchange.ts';
import type { Front } from './live-exchange.ts';
import type { RouteTable } from './routes.ts';
import type { WireRequest, WireResponse } from './wire.ts';

/** What the HTTP front asks and tells the overload gate. */
export type Gate = Pick<OverloadGate, 'countIn' | 'refuses' | 'countOut' | 'refusesYielding' | 'noteYielding'>;

/** A request as the library hands it over, and what serves it. */
export interface Arriving {
  readonly response: WireResponse;
  readonly request: WireRequest;
  readonly front: Pick<Front, 'inFlight' | 'isDraining' | 'turn' | 'unsent'>;
  readonly table: RouteTable;
}

/** The fault of a request that is refused for overload. */
export const overloaded = 'this server is overloaded: try again later';

const body = faultText([overloaded]);

/** Answers 503 with `Retry-After` if the route sheds and `gate` refuses. False when the request must be served. */
export function refuseEarly({ response, request, front, table }: Arriving, gate: Pick<Gate, 'refuses'>): boolean {
  const method = request.getMethod();
  const route = table.find(request.getUrl())?.place.byMethod.get(method);
  if (!route?.sheds || !gate.refuses(front.inFlight, performance.now())) return false;
  const connection = request.getHeader('connection');
  const closes = closerOf(connection, unreadBytes(request), front.isDraining);
  const answer = {
    status: 503,
    headers: [corsHeaders(route.cors, request.getHeader('origin')), [...faultHeaders(route.faultHeaders), retryAfter]],
    body,
    isHead: method === 'head',
    closes,
  } as const;
  const waits = mustWait(closes, connection);
  let isClosed = false;
  if (waits || !front.turn.hasRoom) response.onAborted(() => (isClosed = true));
  front.turn.run(() => {
    if (!isClosed) writeAnswer(response, answer, front);
  }, waits);
  return true;
}

/** How many bytes of the body are still to come; NaN where its length is malformed. */
function unreadBytes(request: WireRequest): number {
  return request.getHeader('transfer-encoding') === '' ? Number(request.getHeader('content-length')) : Infinity;
}
