/** Decides what analytics are told of an auction whose answer nobody got: all that happened in it, but no bid has won (spec 6). */
import { parseJson } from '../openrtb/long-integers.ts';
import type { JsonObject } from '../openrtb/merge-patch.ts';
import { textOf } from '../openrtb/parsed-json.ts';

/** The record `json` of an auction that ran, as one that ended with `status`. */
export function unheardRecord(json: Uint8Array, status: number): Uint8Array {
  const record = parseJson(textOf(json)) as JsonObject & { readonly bids: readonly JsonObject[] };
  return Buffer.from(JSON.stringify({ ...record, status, bids: record.bids.map((bid) => ({ ...bid, won: false })) }));
}
