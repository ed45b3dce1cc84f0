/** Reads a file of line items (interface, `lineItems`; decisions 'dealsonly'): the deals that `pgdealsonly` waits for. */
import { quoted } from '../openrtb/findings.ts';
import { isObject, type JsonObject } from '../openrtb/json-object.ts';
import { parsedJson } from '../openrtb/parsed-json.ts';

/** A value that targeting can match. */
export type Scalar = string | number | boolean;

/** One line item. Times are in milliseconds since 1970: from `startsAtMs`, inclusive, to `endsAtMs`, exclusive. */
export interface LineItem {
  readonly id: string;
  readonly bidder: string;
  readonly dealid: string;
  /** Dotted paths into the request (`imp.` starts in the imp), each with the values allowed there. All paths must match. */
  readonly targeting: readonly (readonly [path: string, values: readonly Scalar[]])[];
  readonly startsAtMs: number;
  readonly endsAtMs: number;
}

const maxFaults = 20;
const knownKeys = new Set(['id', 'bidder', 'dealid', 'targeting', 'startsAt', 'endsAt']);
const forever = Number.MAX_SAFE_INTEGER;

/**
 * Reads a JSON list of `{id, bidder, dealid, targeting, startsAt, endsAt}`. Times are ISO 8601 with a zone; an absent one means no limit.
 * Faults, at most 20, are ends of sentences that begin with the file's name; any fault rejects the whole list. Never throws.
 */
export function readLineItems(text: string): {
  readonly items: readonly LineItem[];
  readonly faults: readonly string[];
} {
  const json = parsedJson(text);
  if (!Array.isArray(json)) return { items: [], faults: ['is not a JSON list: it must be a list of line items'] };
  const faults: string[] = [];
  const items: LineItem[] = [];
  for (const [at, entry] of (json as unknown[]).entries()) {
    // A text of another kind may have millions.
    if (faults.length >= maxFaults) break;
    items.push(readItem(entry, (fault) => void faults.push(`has an entry [${at}] ${fault}`)));
  }
  return { items: faults.length > 0 ? [] : items, faults: faults.slice(0, maxFaults) };
}

type Report = (fault: string) => void;

function readItem(entry: unknown, report: Report): LineItem {
  const given = isObject(entry) ? entry : {};
  if (given !== entry) report('that is not an object: give id, bidder and dealid');
  const unknown = Object.keys(given).find((key) => !knownKeys.has(key));
  if (unknown !== undefined) {
    report(`with the unknown field ${quoted(unknown)}: use ${[...knownKeys].join(', ')}`);
  }
  const startsAtMs = timeOf(given, 'startsAt', { absent: 0, report });
  const endsAtMs = timeOf(given, 'endsAt', { absent: forever, report });
  if (endsAtMs <= startsAtMs) report('whose endsAt is not after its startsAt: correct one of them');
  return {
    id: textOf(given, 'id', report),
    bidder: textOf(given, 'bidder', report),
    dealid: textOf(given, 'dealid', report),
    targeting: targetingOf(given['targeting'], report),
    startsAtMs,
    endsAtMs,
  };
}

function textOf(given: JsonObject, key: string, report: Report): string {
  const value = given[key];
  if (typeof value === 'string' && value !== '') return value;
  report(`without ${key}: give it as a text`);
  return '';
}

function timeOf(given: JsonObject, key: string, { absent, report }: { absent: number; report: Report }): number {
  const value = given[key];
  if (value === undefined || value === null) return absent;
  const hasZone = typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d.*(?:Z|[+-]\d\d:\d\d)$/.test(value);
  const timeMs = hasZone ? Date.parse(value) : NaN;
  if (Number.isFinite(timeMs)) return timeMs;
  report(`whose ${key} is not a time with a time zone: write it like 2026-01-31T00:00:00Z`);
  return absent;
}

function targetingOf(given: unknown, report: Report): LineItem['targeting'] {
  if (given === undefined || given === null) return [];
  if (!isObject(given))
    report('whose targeting is not an object of paths: write it like {"site.domain": ["news.example"]}');
  return Object.entries(isObject(given) ? given : {}).map(([path, values]) => {
    const list: readonly unknown[] = Array.isArray(values) ? values : [values];
    if (!list.every(isScalar))
      report(`whose targeting of ${quoted(path)} is not a list of texts, numbers, true or false`);
    return [path, list.filter(isScalar)];
  });
}

function isScalar(value: unknown): value is Scalar {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}
