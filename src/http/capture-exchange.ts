/**
 * Decides what a capture records of an exchange (issue 6, item 3): the headers that auctions read, and the client as the service saw it.
 */
import type { AuctionNotes } from '../auction/auction-input.ts';
import type { Arrival } from '../auction/messages.ts';
import type { CaptureDraft } from '../observe/capture-draft.ts';
import type { Capture } from '../observe/capture.ts';
import { capturedToken, overrideHeader } from './debug-override.ts';
import type { AnswerBody, Exchange } from './exchange.ts';
import { Parts } from './parts.ts';

/** Headers that an auction reads. */
const names = ['user-agent', 'referer', 'dnt', 'sec-gpc', 'cookie', 'origin'] as const;

/** What a capture needs of an auction: `body` is copied, null for none; `notes` are complete when the auction ends. */
interface Captured {
  readonly body: Uint8Array | null;
  readonly notes: Pick<AuctionNotes, 'account' | 'isJson'>;
  readonly arrival: Pick<Arrival, 'seesDebug' | 'hints'>;
}

/**
 * Decides at random whether this auction is captured, and starts the capture, which ends by itself when the auction is answered. While an
 * order is open, every auction is started, and those that match are kept. An auction that cannot be stored, or is dropped at once, does not
 * count for the order; one that the writing thread gives up later has counted.
 */
export function captureExchange(
  exchange: Exchange,
  { body, notes, arrival }: Captured,
  capture: Capture | undefined,
): CaptureDraft | undefined {
  if (capture === undefined) return undefined;
  const { orders } = capture;
  const isSampled = capture.draws();
  if (!isSampled && !orders.isOpen) return undefined;
  const request = {
    at: Date.now(),
    method: body === null ? ('GET' as const) : ('POST' as const),
    path: pathOf(exchange),
    headers: headersOf(exchange, arrival),
  };
  const draft = capture.begin(request, body);
  exchange.onAnswered((status, answer) => {
    const isOrdered = capture.canKeep(notes) && orders.wants({ status, account: notes.account, calls: draft });
    if (isSampled || isOrdered) {
      const elapsedMs = Math.round(performance.now() - exchange.arrivedAtMs);
      const isTaken = capture.end(draft, { status, elapsedMs, body: bytesOf(answer) });
      if (isOrdered && isTaken) orders.take();
    }
    draft.release();
  });
  return draft;
}

/** The path and query, without `gzip`: the capture holds the inflated body. */
function pathOf({ path, query }: Exchange): string {
  const kept = new URLSearchParams(query);
  kept.delete('gzip');
  const text = kept.toString();
  return text === '' ? path : `${path}?${text}`;
}

function headersOf(exchange: Exchange, { seesDebug, hints = [] }: Captured['arrival']): { [name: string]: string } {
  const headers: { [name: string]: string } = {};
  for (const name of names) {
    const value = exchange.header(name);
    if (value !== '') headers[name] = value;
  }
  if (exchange.clientAddress !== '') headers['x-forwarded-for'] = exchange.clientAddress;
  if (exchange.https) headers['x-forwarded-proto'] = 'https';
  for (let at = 0; at < hints.length; at += 2) headers[hints[at]!] = hints[at + 1]!;
  if (seesDebug === true) headers[overrideHeader] = capturedToken;
  return headers;
}

function bytesOf(answer: AnswerBody): Uint8Array {
  if (typeof answer === 'string' || answer instanceof Parts) return Buffer.from(answer.toString());
  return answer instanceof Uint8Array ? answer : new Uint8Array(answer);
}
