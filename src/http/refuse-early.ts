/** How an auction is refused while this process is behind (issue 'Overload'): before its head is copied and its body read. */
import { writeAnswer } from './answer.ts';
import { corsHeaders } from './cors.ts';
import { faultHeaders, retryAfter } from './exchange.ts';
import { type Front, lingerBytes } from './live-exchange.ts';
import { saysClose } from './request-head.ts';
import type { RouteTable } from './routes.ts';
import type { WireRequest, WireResponse } from './wire.ts';

/** Who may come in while `open` exchanges are open. */
export interface Gate {
  /** Counts a new request in; false while nobody is refused: then `refuses` is not asked. */
  countIn(open: number): boolean;
  /** True when a request on a route that sheds is to be refused, whose head came at `arrivedAtMs` of `performance.now()`. */
  refuses(open: number, arrivedAtMs: number): boolean;
  /** Counts out a request that was just counted in, of a route that yields. */
  countOut(open: number): void;
  /** True when a request on a route that yields is to be refused at `nowMs`. */
  refusesOther(open: number, nowMs: number): boolean;
  /** Told how long such a request took that was not refused, in milliseconds. */
  noteOther(workedMs: number): void;
}

/** A request as the library hands it over, and who would serve it. */
export interface Arriving {
  readonly response: WireResponse;
  readonly request: WireRequest;
  readonly front: Pick<Front, 'inFlight' | 'isDraining' | 'turn' | 'unsent'>;
  readonly table: RouteTable;
}

const body = 'Invalid request: this server has more auctions than it can answer in time: try again later\n';

/** Answers 503 with `Retry-After` where the route sheds and `gate` refuses; false when the request is to be served. */
export function refuseEarly({ response, request, front, table }: Arriving, gate: Gate): boolean {
  const method = request.getMethod();
  const route = table.find(request.getUrl())?.place.byMethod.get(method);
  if (!route?.sheds || !gate.refuses(front.inFlight, performance.now())) return false;
  const whileRead = saysClose(request.getHeader('connection')) ? 'both' : 'nobody';
  const answer = {
    status: 503,
    headers: [corsHeaders(route.cors, request.getHeader('origin')), [...faultHeaders(route.faultHeaders), retryAfter]],
    body,
    isHead: method === 'head',
    closes: front.isDraining || !endsSoon(request) ? 'server' : whileRead,
  } as const;
  let isClosed = false;
  if (!front.turn.hasRoom) response.onAborted(() => (isClosed = true));
  front.turn.run(() => {
    if (!isClosed) writeAnswer(response, answer, front);
  });
  return true;
}

/** True when the rest of the request can be thrown away on a connection that goes on. */
function endsSoon(request: WireRequest): boolean {
  const length = request.getHeader('content-length');
  return request.getHeader('transfer-encoding') === '' && (length === '' || Number(length) <= lingerBytes);
}
