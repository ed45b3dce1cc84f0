/** Refuses auctions while this process is behind (issue 'Overload'), before their head is copied and their body read. */
import { writeAnswer } from './answer.ts';
import { corsHeaders } from './cors.ts';
import { faultHeaders, retryAfter } from './exchange.ts';
import { type Front, lingerBytes } from './live-exchange.ts';
import { mayClose, saysClose } from './request-head.ts';
import type { RouteTable } from './routes.ts';
import type { WireRequest, WireResponse } from './wire.ts';

/** The overload gate; `open` is the number of open exchanges. */
export interface Gate {
  /** Counts a new request as taken. False while none is refused: then `refuses` need not be called. */
  countIn(open: number): boolean;
  /** True when a request on a `sheds` route must be refused; its head came at `arrivedAtMs`, as `performance.now()`. */
  refuses(open: number, arrivedAtMs: number): boolean;
  /** Undoes `countIn` for a request on a `yields` route. */
  countOut(open: number): void;
  /** True when a request on a `yields` route must be refused at `nowMs`. */
  refusesOther(open: number, nowMs: number): boolean;
  /** Adds the milliseconds that a request on a `yields` route took, if it was not refused. */
  noteOther(workedMs: number): void;
}

/** A request as the library hands it over, and what serves it. */
export interface Arriving {
  readonly response: WireResponse;
  readonly request: WireRequest;
  readonly front: Pick<Front, 'inFlight' | 'isDraining' | 'turn' | 'unsent'>;
  readonly table: RouteTable;
}

const body = 'Invalid request: this server is overloaded: try again later\n';

/** Answers 503 with `Retry-After` if the route sheds and `gate` refuses. False when the request must be served. */
export function refuseEarly({ response, request, front, table }: Arriving, gate: Gate): boolean {
  const method = request.getMethod();
  const route = table.find(request.getUrl())?.place.byMethod.get(method);
  if (!route?.sheds || !gate.refuses(front.inFlight, performance.now())) return false;
  const connection = request.getHeader('connection');
  const whileRead = saysClose(connection) ? 'both' : 'nobody';
  const answer = {
    status: 503,
    headers: [corsHeaders(route.cors, request.getHeader('origin')), [...faultHeaders(route.faultHeaders), retryAfter]],
    body,
    isHead: method === 'head',
    closes: front.isDraining || !endsSoon(request) ? 'server' : whileRead,
  } as const;
  // As in `LiveExchange`.
  const mustWait = answer.closes !== 'nobody' || mayClose(connection);
  let isClosed = false;
  if (mustWait || !front.turn.hasRoom) response.onAborted(() => (isClosed = true));
  front.turn.run(() => {
    if (!isClosed) writeAnswer(response, answer, front);
  }, mustWait);
  return true;
}

/** True when the rest of the request can be discarded, and the connection kept. */
function endsSoon(request: WireRequest): boolean {
  const length = request.getHeader('content-length');
  return request.getHeader('transfer-encoding') === '' && (length === '' || Number(length) <= lingerBytes);
}
