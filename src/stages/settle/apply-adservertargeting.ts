/** Decides the custom ad-server keys of each targeted bid (spec 4.1.11; implementation B 3; decisions, 'adservertargeting'). */
import { cutKey } from '../../money/key-length.ts';
import { isObject, setOwn } from '../../openrtb/json-object.ts';
import { nodeAt } from '../../openrtb/node-at.ts';
import { once } from '../../openrtb/once.ts';

/** One bid with its targeting (undefined: none, and none is added), the code used in it, its imp and the bid itself. */
export interface CustomTargetedBid {
  readonly targeting: { readonly [key: string]: string } | undefined;
  readonly code: string;
  readonly imp: unknown;
  readonly bid: unknown;
}

/** The values that the rules' paths lead into, and the length of keys in characters (0: no limit). */
interface CustomTargetingSources {
  /** The client's index of each entry; undefined: the same index. */
  readonly indexes?: readonly number[] | undefined;
  readonly request: unknown;
  readonly response: unknown;
  readonly truncateKeyLength: number;
}

/** The targeting of each bid, in order, and one sentence per entry that was ignored. */
interface CustomTargeting {
  readonly targetings: readonly CustomTargetedBid['targeting'][];
  readonly warnings: readonly string[];
}

const macro = '{{BIDDER}}';
const maxEntries = 100;
const maxLength = 1000;
/** The most characters of keys and values on all bids together. */
const mostCharacters = 4 * 1024 * 1024;

/** What a rule reads from; later ones win. */
const origins = ['static', 'bidrequest', 'imp', 'bidresponse'] as const;

interface Rule {
  readonly key: string;
  readonly origin: (typeof origins)[number];
  /** The static value. */
  readonly value: string;
  /** Segments of the path; with `inBid` it starts at the bid, not at the response. */
  readonly path: readonly string[];
  readonly inBid: boolean;
}

/**
 * Adds the keys of `ext.svc.adservertargeting` (`entries`, any JSON) to every targeting there is, over the keys already in it. Entries over
 * 100, and keys or values over 1000 characters, are left out, because each is repeated on every bid; so is everything after 4 MiB of them.
 */
export function applyAdservertargeting(
  entries: unknown,
  bids: readonly CustomTargetedBid[],
  sources: CustomTargetingSources,
): CustomTargeting {
  const { rules, warnings } = readRules(entries, sources.indexes);
  if (rules.length === 0) return { targetings: bids.map((bid) => bid.targeting), warnings };
  const readers = rules.map((rule) => readerOf(rule, sources));
  let left = mostCharacters;
  const targetings = bids.map((bid) => {
    if (bid.targeting === undefined) return undefined;
    const targeting = { ...bid.targeting };
    for (const [index, rule] of rules.entries()) {
      const value = left > 0 ? readers[index]!(bid) : '';
      if (value === '') continue;
      const key = keyFor(rule.key, bid.code, sources.truncateKeyLength);
      left -= key.length + value.length;
      setOwn(targeting, key, value);
    }
    return targeting;
  });
  if (left <= 0)
    warnings.push(`adservertargeting has over ${mostCharacters} characters in all bids together: the rest is ignored`);
  return { targetings, warnings };
}

interface Rules {
  readonly rules: readonly Rule[];
  readonly warnings: string[];
}

/** The rules in the order in which they are applied. */
function readRules(entries: unknown, indexes: CustomTargetingSources['indexes']): Rules {
  const warnings: string[] = [];
  const rules: Rule[] = [];
  if (entries !== undefined && !Array.isArray(entries)) warnings.push('adservertargeting must be an array: ignored');
  const list: readonly unknown[] = Array.isArray(entries) ? entries : [];
  if (list.length > maxEntries)
    warnings.push(`adservertargeting has more than ${maxEntries} entries: the rest is ignored`);
  for (const [index, entry] of list.slice(0, maxEntries).entries()) {
    const rule = readRule(entry);
    if (typeof rule !== 'string') rules.push(rule);
    else warnings.push(`adservertargeting[${indexes?.[index] ?? index}] ${rule}: ignored`);
  }
  rules.sort((a, b) => origins.indexOf(a.origin) - origins.indexOf(b.origin));
  return { rules, warnings };
}

/** The rule, or what is wrong with the entry. */
function readRule(entry: unknown): Rule | string {
  if (!isObject(entry)) return 'must be an object';
  const { key, source, value } = entry;
  if (!isText(key)) return `needs a key of 1 to ${maxLength} characters`;
  if (!isText(value)) return `needs a value of 1 to ${maxLength} characters`;
  const path = value.split('.');
  if (source === 'static') return { key, origin: 'static', value, path: [], inBid: false };
  if (source === 'bidrequest') {
    const inImp = path[0] === 'imp';
    return { key, origin: inImp ? 'imp' : 'bidrequest', value: '', path: inImp ? path.slice(1) : path, inBid: false };
  }
  if (source !== 'bidresponse') return 'needs a source: static, bidrequest or bidresponse';
  const inBid = path[0] === 'seatbid' && path[1] === 'bid';
  return { key, origin: 'bidresponse', value: '', path: inBid ? path.slice(2) : path, inBid };
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.length <= maxLength && value.trim() !== '';
}

/** The steps to what a bid echoes of its imp, at `ext.<namespace>.passthrough`: bids on the same imp share it. */
const stepsToEcho = 3;

/** Reads a rule's value for a bid, '' for none. A path may be long and lead nowhere: below what bids share it is followed once. */
function readerOf(
  { origin, value, path, inBid }: Rule,
  { request, response }: CustomTargetingSources,
): (bid: CustomTargetedBid) => string {
  if (origin === 'imp') {
    const valueIn = once((imp: unknown) => valueAt(imp, path));
    return ({ imp }) => valueIn(imp);
  }
  if (!inBid) {
    const shared = origin === 'static' ? value : valueAt(origin === 'bidrequest' ? request : response, path);
    return () => shared;
  }
  if (path.length <= stepsToEcho) return ({ bid }) => valueAt(bid, path);
  const valueIn = once((echo: unknown) => valueAt(echo, path.slice(stepsToEcho)));
  const start = path.slice(0, stepsToEcho);
  return ({ bid }) => valueIn(nodeAt(bid, start));
}

/** The scalar at `path` as text, '' for none. */
function valueAt(root: unknown, path: readonly string[]): string {
  const node = nodeAt(root, path);
  // A number that JSON cannot represent counts as absent, whether or not the request was serialized since it was parsed.
  const isPlain = Number.isFinite(node) || typeof node === 'bigint' || typeof node === 'boolean';
  const text = isPlain ? String(node) : node;
  return isText(text) ? text : '';
}

function keyFor(key: string, code: string, truncateKeyLength: number): string {
  if (!key.includes(macro)) return key;
  // The code is cut first: repeated by many macros, a long one must not grow past what the cut keeps.
  const most = truncateKeyLength || maxLength;
  const name = cutKey(code, most);
  return cutKey(
    key.replaceAll(macro, () => name),
    most,
  );
}
