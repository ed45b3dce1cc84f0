/** Reads the body of `/cookie_sync` (spec 4.2; implementation A 4): any text goes in; the request, or all its faults, come out. */
import { isObject, type JsonObject, own } from '../openrtb/json-object.ts';
import { parsedJson } from '../openrtb/parsed-json.ts';
import { readSyncSignals, type SyncSignals } from './sync-signals.ts';
import { readTypeFilter, type TypeFilter } from './type-filter.ts';

/** A client's `/cookie_sync` request; undefined for what it does not state. */
export interface SyncRequest {
  /** The named bidders; empty: all. */
  readonly bidders: ReadonlySet<string>;
  readonly limit: number | undefined;
  readonly coopSync: boolean | undefined;
  readonly debug: boolean;
  readonly filter: TypeFilter;
  /** '' for none. */
  readonly account: string;
  readonly signals: SyncSignals;
}

/** Reads `text`. `request` is valid when `faults` is empty. */
export function readSyncRequest(text: string): { readonly request: SyncRequest; readonly faults: string[] } {
  const faults: string[] = [];
  const body = parse(text, faults);
  const read = <T>(key: string, kind: Kind<T>): T | undefined => readMember(body, { key, kind, faults });
  const request: SyncRequest = {
    bidders: new Set(read('bidders', names)),
    limit: read('limit', wholeNumber),
    coopSync: read('coopSync', flag),
    debug: read('debug', flag) ?? false,
    filter: readTypeFilter(own(body, 'filterSettings'), faults),
    // The load-cookie page of Prebid Universal Creative turns an account of digits into a number.
    account: String(read('account', textOrNumber) ?? ''),
    signals: readSyncSignals(
      {
        gdpr: scalarText(own(body, 'gdpr')),
        gdprConsent: read('gdpr_consent', plainText) ?? '',
        usPrivacy: read('us_privacy', plainText) ?? '',
        gpp: read('gpp', plainText) ?? '',
        // Versions of Prebid.js from 2023 send a list (prebid/Prebid.js#9908).
        gppSid: String(read('gpp_sid', textOrSections) ?? ''),
      },
      faults,
    ),
  };
  return { request, faults };
}

function parse(text: string, faults: string[]): JsonObject {
  const json = parsedJson(text);
  if (isObject(json)) return json;
  faults.push('the body is not a JSON object: send one such as {"bidders":["bidderA"]}');
  return {};
}

/** A type of member: its check, and what it must be, in words. */
interface Kind<T> {
  readonly is: (value: unknown) => value is T;
  readonly words: string;
}

const plainText: Kind<string> = { is: (value) => typeof value === 'string', words: 'a string' };
const textOrNumber: Kind<string | number> = {
  is: (value): value is string | number => typeof value === 'string' || Number.isSafeInteger(value),
  words: 'a string',
};
const textOrSections: Kind<string | number[]> = {
  is: (value): value is string | number[] =>
    typeof value === 'string' || (Array.isArray(value) && value.every(Number.isSafeInteger)),
  words: 'a string such as "7,8" or a list of section ids',
};
const flag: Kind<boolean> = { is: (value) => typeof value === 'boolean', words: 'true or false' };
const wholeNumber: Kind<number> = {
  is: (value): value is number => Number.isSafeInteger(value),
  words: 'a whole number',
};
const names: Kind<string[]> = {
  is: (value): value is string[] => Array.isArray(value) && value.every((one) => typeof one === 'string'),
  words: 'an array of bidder codes',
};

interface Member<T> {
  readonly key: string;
  readonly kind: Kind<T>;
  readonly faults: string[];
}

function readMember<T>(body: JsonObject, { key, kind, faults }: Member<T>): T | undefined {
  const value = own(body, key);
  if (value === undefined || value === null || kind.is(value)) return value ?? undefined;
  faults.push(`${key} must be ${kind.words}: correct it, or leave it out`);
  return undefined;
}

/** Clients send `gdpr` as a number or text; any other value becomes a text that no rule accepts. */
function scalarText(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' || typeof value === 'number' ? String(value) : 'no text';
}
