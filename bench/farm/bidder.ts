/**
 * The data that describes a simulated bidder (issue 6, item 1), and the validation of such data from outside.
 */
import { isObject } from '../../src/openrtb/json-object.ts';

/** How many milliseconds a bidder thinks before it answers: fixed, log-normal around a median, or drawn from a recording. */
export type Latency =
  | { readonly kind: 'fixed'; readonly ms: number }
  | { readonly kind: 'lognormal'; readonly medianMs: number; readonly sigma: number }
  | { readonly kind: 'recording'; readonly file: string };

/** The ways in which a bidder can fail instead of answering. */
const failureKinds = ['status500', 'close', 'garbage', 'hang', 'oversized'] as const;

/** One of `failureKinds`. */
export type FailureKind = (typeof failureKinds)[number];

/** One simulated bidder. Rates are 0..1, prices are CPM in `cur` (default USD), `adm.bytes` is the markup's minimum length. With
 * `adm.upToBytes`, lengths vary from bid to bid between the two; short ones are more frequent. */
export interface FarmBidder {
  readonly code: string;
  readonly latency: Latency;
  readonly bidRate: number;
  readonly prices: readonly number[];
  readonly adm: { readonly bytes: number; readonly upToBytes?: number };
  readonly cur?: string;
  /** The only OpenRTB media type that this bidder bids on (1 banner, 2 video, 3 audio, 4 native); default: the imp's first. */
  readonly mtype?: number;
  readonly dealid?: string;
  /** Answers over https, with a throwaway certificate. */
  readonly https?: boolean;
  readonly failure?: { readonly rate: number; readonly kind: FailureKind };
}

/** The longest thinking time that a bidder can be given. */
export const maxLatencyMs = 30_000;

type Check = (value: unknown) => boolean;

const upTo =
  (most: number): Check =>
  (value) =>
    typeof value === 'number' && value >= 0 && value <= most;
const matches =
  (pattern: RegExp): Check =>
  (value) =>
    typeof value === 'string' && pattern.test(value);
const isRate = upTo(1);
const isMs = upTo(maxLatencyMs);

const latencyChecks = new Map<unknown, (latency: Record<string, unknown>) => boolean>([
  ['fixed', ({ ms }) => isMs(ms)],
  ['lognormal', ({ medianMs, sigma }) => isMs(medianMs) && upTo(3)(sigma)],
  ['recording', ({ file }) => typeof file === 'string' && file !== ''],
]);
const isLatency: Check = (value) => isObject(value) && latencyChecks.get(value['kind'])?.(value) === true;
const isBytes = upTo(1_000_000);
const isAdm: Check = (value) =>
  isObject(value) && isBytes(value['bytes']) && (value['upToBytes'] === undefined || isBytes(value['upToBytes']));
const isPrices: Check = (value) =>
  Array.isArray(value) && value.length > 0 && value.length <= 1000 && value.every(upTo(10_000));
const isFailure: Check = (value) =>
  isObject(value) && isRate(value['rate']) && failureKinds.some((kind) => kind === value['kind']);

/** Each field with its check and a description of valid values. */
const fields = new Map<string, readonly [Check, string]>([
  [
    'code',
    [matches(/^[A-Za-z0-9][\w.-]{0,63}$/), 'letters, digits, "_", "." and "-", starting with a letter or digit'],
  ],
  [
    'latency',
    [
      isLatency,
      '{kind: "fixed", ms}, {kind: "lognormal", medianMs, sigma} or {kind: "recording", file}, at most 30000 ms, sigma at most 3',
    ],
  ],
  ['bidRate', [isRate, 'a number from 0 to 1']],
  ['prices', [isPrices, 'a list of 1 to 1000 prices from 0 to 10000']],
  ['adm', [isAdm, '{bytes} or {bytes, upToBytes}, at most 1000000']],
  ['cur', [matches(/^[A-Z]{3}$/), 'three capital letters']],
  ['mtype', [(value) => value === 1 || value === 2 || value === 3 || value === 4, '1, 2, 3 or 4']],
  ['dealid', [matches(/^[\w.-]{1,64}$/), 'letters, digits, "_", "." and "-"']],
  ['https', [(value) => typeof value === 'boolean', 'true or false']],
  ['failure', [isFailure, `{rate, kind}, with a rate from 0 to 1 and a kind of ${failureKinds.join(', ')}`]],
]);
const required = new Set(['code', 'latency', 'bidRate', 'prices', 'adm']);

function faultsOf(bidder: unknown, path: string): string[] {
  if (!isObject(bidder)) return [`${path} is not an object: describe one bidder there`];
  const faults: string[] = [];
  for (const [name, [check, what]] of fields) {
    const present = Object.hasOwn(bidder, name);
    if (!present && required.has(name)) faults.push(`${path}.${name} is missing: give ${what}`);
    else if (present && !check(bidder[name])) faults.push(`${path}.${name} is not valid: give ${what}`);
  }
  for (const name of Object.keys(bidder)) {
    if (!fields.has(name)) faults.push(`${path}.${name} is not known: use ${[...fields.keys()].join(', ')}`);
  }
  return faults;
}

/** Reads foreign JSON as the farm's bidders; throws one Error that lists every fault, one per line. */
export function checkBidders(json: unknown): readonly FarmBidder[] {
  if (!Array.isArray(json) || json.length === 0) throw new Error('bidders is not a list of at least one bidder');
  const faults = json.flatMap((bidder: unknown, index) => faultsOf(bidder, `bidders[${index}]`));
  if (faults.length === 0) {
    const codes = (json as readonly FarmBidder[]).map((bidder) => bidder.code);
    if (new Set(codes).size < codes.length)
      faults.push('bidders holds a code twice: give each bidder a code of its own');
  }
  if (faults.length > 0) throw new Error(faults.join('\n'));
  return json as readonly FarmBidder[];
}
