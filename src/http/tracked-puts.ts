/** Reads the body and query of `POST /vtrack` (implementation B 6). */
import { RequestError } from '../errors.ts';
import { integrationFault } from '../stages/settle/event-url.ts';
import { readPuts, type AskedPut } from './cache-puts.ts';

/** One VAST and the bid that it belongs to; `auctionId` is '' and `timestampMs` null where the client does not state them. */
export interface TrackedPut {
  readonly put: AskedPut;
  readonly bidId: string;
  readonly bidder: string;
  readonly auctionId: string;
  readonly timestampMs: number | null;
}

/** A whole request. */
export interface Tracked {
  readonly account: string;
  /** '' for none. */
  readonly integration: string;
  readonly puts: readonly TrackedPut[];
}

/** Reads a request. Throws a `RequestError` 400 that says what is wrong. */
export function readTrackedPuts(query: URLSearchParams, body: Uint8Array): Tracked {
  const account = query.get('a') ?? '';
  const integration = query.get('int') ?? '';
  const faults: string[] = [];
  if (account === '') faults.push('a is missing: name the account');
  const fault = integrationFault(integration);
  if (fault !== undefined) faults.push(fault);
  if (faults.length > 0) throw new RequestError(400, faults);
  const puts = readPuts(body, 'none').map((put, at) => readTracked(put, `puts[${at}]`, faults));
  if (faults.length > 0) throw new RequestError(400, faults.slice(0, 20));
  return { account, integration, puts };
}

function readTracked(put: AskedPut, path: string, faults: string[]): TrackedPut {
  const { bidid, bidder, aid, timestamp } = put.entry;
  const bidId = textOf(bidid);
  const name = textOf(bidder);
  if (bidId === '') faults.push(`${path}.bidid is missing: name the bid`);
  if (name === '') faults.push(`${path}.bidder is missing: name the bidder`);
  if (put.type !== 'xml') faults.push(`${path}.type must be xml: only VAST is tracked`);
  else if (!/<vast/i.test(Buffer.from(put.value).toString()))
    faults.push(`${path}.value is not VAST: send a VAST document`);
  return {
    put,
    bidId,
    bidder: name,
    auctionId: textOf(aid),
    timestampMs: Number.isSafeInteger(timestamp) && (timestamp as number) > 0 ? (timestamp as number) : null,
  };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}
