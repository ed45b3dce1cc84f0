/**
 * Decides how a bid's markup gets from the reply into the answer without being serialized again (bench/README, 'Choices'): escaping markup
 * for JSON takes longer than everything else that is done with it.
 */
import { isEscaped, memberAt } from './member-at.ts';
import { isObject, type JsonObject } from './json-object.ts';

/** Where a bid carries the original text of its `adm`: copies of the bid have it, but JSON and code that walks members do not see it. */
const written = Symbol('written');

interface Written {
  readonly adm: string;
  /** The string literal, quotes included. */
  readonly literal: string;
}

type MaybeWritten = { [written]?: Written; adm?: unknown };

/** A reply's text in which every `adm` string is empty, and the literals that were there. */
interface CutReply {
  readonly text: string;
  readonly literals: readonly string[];
}

/** If a reply's first markup is shorter than this, cutting it saves nothing (bench/README, 'Choices'). */
const leastLiteral = 500;
const name = 'adm"';
const beginning = /[ \t\r\n]*:[ \t\r\n]*"/y;
/** How the name may start when it is written with escapes. */
const escapedStart = '\\u006';

/** Cuts the markup out of a reply's text, which may be any text; undefined where that saves nothing, or cannot be done reliably. */
export function cutMarkup(text: string): CutReply | undefined {
  if (text.length < leastLiteral) return undefined;
  const literals: string[] = [];
  let cut = '';
  let end = 0;
  for (let at = memberAt(text, name); at >= 0; at = memberAt(text, name, at)) {
    at += name.length;
    beginning.lastIndex = at;
    if (!beginning.test(text)) continue;
    const start = beginning.lastIndex - 1;
    at = literalEnd(text, start);
    if (at < 0) return undefined;
    if (end === 0 && at - start < leastLiteral) return undefined;
    literals.push(text.slice(start, at));
    cut += `${text.slice(end, start)}""`;
    end = at;
  }
  cut += text.slice(end);
  return literals.length === 0 || cut.includes(escapedStart) ? undefined : { text: cut, literals };
}

/**
 * The index after the string that begins at `start`, -1 if it does not end. Searching for quotes is faster than looking at each character.
 */
function literalEnd(text: string, start: number): number {
  let at = text.indexOf('"', start + 1);
  while (at >= 0 && isEscaped(text, at)) at = text.indexOf('"', at + 1);
  return at < 0 ? at : at + 1;
}

/**
 * Puts the markup back into the bids of a reply parsed from cut text, in place. False when some of it belongs to no bid: then the reply
 * must be parsed whole. Throws a SyntaxError for a literal that is not JSON.
 */
export function restoreMarkup(reply: unknown, literals: readonly string[]): boolean {
  let found = 0;
  for (const seat of entries(reply, 'seatbid')) {
    for (const bid of entries(seat, 'bid')) {
      if (!isObject(bid) || bid['adm'] !== '') continue;
      // Every `adm` that is empty now was cut, so there are at least as many literals as such bids, and exactly as many only if every
      // literal has its bid.
      const literal = literals[found++]!;
      const adm = JSON.parse(literal) as string;
      const changed = bid as MaybeWritten;
      changed.adm = adm;
      changed[written] = { adm, literal };
    }
  }
  return found === literals.length;
}

function entries(owner: unknown, name: string): readonly unknown[] {
  const list = isObject(owner) ? owner[name] : undefined;
  return Array.isArray(list) ? list : [];
}

/** The bid for `JSON.stringify`: markup that nobody has changed is written as its bidder wrote it. */
export function asWritten(bid: JsonObject): JsonObject {
  const known = (bid as MaybeWritten)[written];
  return known === undefined || known.adm !== bid['adm'] ? bid : { ...bid, adm: JSON.rawJSON(known.literal) };
}
