/** The format of captured auctions (issue 6, item 3): one JSON object a line. `bench/fixtures` and `bench:replay` use the same format. */
import { createHash } from 'node:crypto';
import type { OutcomeKind } from '../auction/call-records.ts';

/**
 * A body: as JSON if serialising that gives the same text, else as a string; bytes that are not UTF-8 are in `bodyBase64` instead. Both are
 * absent for no body.
 */
export interface CapturedBody {
  readonly body?: string | object;
  readonly bodyBase64?: string;
}

/** One call to a bidder and its outcome. */
export interface CapturedCall extends CapturedBody {
  /** Code or alias. */
  readonly bidder: string;
  /** The call's place among those of the same bidder, from 0. */
  readonly nth: number;
  readonly method?: string;
  /** Without credentials and secrets. */
  readonly uri?: string;
  /**
   * The fingerprint (`sentPrint`) of the body sent, else of the query (`lastingQuery`), without user data if the capture has none; absent
   * for neither.
   */
  readonly sentSha256?: string;
  /** Ids of the imps sent, if the body is an OpenRTB request. */
  readonly imps?: readonly string[];
  readonly kind: OutcomeKind;
  /** HTTP status, 0 without a reply. */
  readonly status: number;
  readonly elapsedMs: number;
  /** The `Content-Encoding` of the reply, whose body is stored decoded; absent for none. */
  readonly encoding?: string;
  /** The reply headers that the adapter needed, by lower-case name. */
  readonly headers?: { readonly [name: string]: string };
}

/** One auction. */
export interface CapturedAuction extends CapturedBody {
  readonly v: 1;
  /** In fixtures: the kind and number. */
  readonly name?: string;
  /** Milliseconds since 1970 at arrival. */
  readonly at: number;
  readonly method: 'POST' | 'GET';
  /** Path and query. */
  readonly path: string;
  /** By lower-case name; `x-forwarded-for` and `x-forwarded-proto` hold the client's address and scheme. */
  readonly headers: { readonly [name: string]: string };
  readonly calls: readonly CapturedCall[];
  /** Absent in fixtures. */
  readonly answer?: CapturedBody & { readonly status: number; readonly elapsedMs: number };
}

/** The bytes of a captured body; null for none. */
export function bodyBytes({ body, bodyBase64 }: CapturedBody): Buffer | null {
  if (bodyBase64 !== undefined) return Buffer.from(bodyBase64, 'base64');
  if (body === undefined) return null;
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
}

/** A version of three or more numbers, or an empty one, under the names by which bidders receive this service's version. */
const versions = /"(?:(?:\w+_)?version|pbsv|pbjs)":"(?:(?:prebid-server@)?\d+\.\d+\.\d+[^"\\]{0,40})?"/g;

/**
 * SHA-256 in hexadecimal of a text sent to a bidder, ignoring `tmax`, UUIDs and versions, so that the same call has the same print later,
 * and from a later version of the service.
 */
export function sentPrint(text: string): string {
  const lasting = text
    .replaceAll(/"tmax":\d+/g, '"tmax":0')
    .replaceAll(versions, '')
    .replaceAll(/[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g, '');
  return createHash('sha256').update(lasting).digest('hex');
}
