/**
 * Decides how a bid's markup gets from the reply into the answer without being written again (performance, 'raw reuse of bid bytes'):
 * JSON escapes of markup take longer than all else that is done with it.
 */
import { isObject, type JsonObject } from './merge-patch.ts';

/** Where a bid carries the text that stood for its `adm`: copies of the bid have it too, JSON and those who walk its members do not see it. */
const written = Symbol('written');

interface Written {
  readonly adm: string;
  /** The string literal, quotes included. */
  readonly literal: string;
}

type MaybeWritten = { [written]?: Written; adm?: unknown };

/** A reply's text with literals of `adm` replaced by marks that tell their place in `literals`. */
export interface CutReply {
  readonly text: string;
  readonly literals: readonly string[];
}

/** Shorter replies and shorter markup are read as fast as they are (bench/README, 'Choices'). */
const leastText = 3000;
const leastLiteral = 1000;
const name = '"adm"';
// Unrolled: HTML has many escapes, and a choice at each of them takes up to twice as long.
const value = /[ \t\r\n]*:[ \t\r\n]*("[^"\\]*(?:\\.[^"\\]*)*")/y;
/** How a mark begins, as JSON and as its value. */
const markJson = '\\u0001';
const mark = '\u0001';
/** How the name may begin when it is not spelt out. */
const spelt = '\\u006';

/** Takes the markup out of a reply's text, any text; undefined where nothing is to be gained, or where it cannot be found for sure. */
export function cutMarkup(text: string): CutReply | undefined {
  if (text.length < leastText) return undefined;
  const literals: string[] = [];
  let cut = '';
  let end = 0;
  const keep = (from: number, to?: number): boolean => {
    const kept = text.slice(from, to);
    cut += kept;
    return !kept.includes(spelt) && !kept.includes(markJson);
  };
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at)) {
    at += name.length;
    value.lastIndex = at;
    const literal = value.exec(text)?.[1];
    if (literal === undefined) continue;
    if (literal.length < leastLiteral) break;
    if (!keep(end, at)) return undefined;
    cut += `:"${markJson}${literals.length}"`;
    literals.push(literal);
    at = value.lastIndex;
    end = at;
  }
  return literals.length > 0 && keep(end) ? { text: cut, literals } : undefined;
}

/**
 * Puts the markup into the bids of a reply parsed from cut text, which are changed. False when it did not all belong to bids:
 * then the reply must be parsed whole. Throws a SyntaxError for a literal that is no JSON.
 */
export function restoreMarkup(reply: unknown, literals: readonly string[]): boolean {
  let left = literals.length;
  for (const seat of entries(reply, 'seatbid')) {
    for (const bid of entries(seat, 'bid')) {
      const marked = isObject(bid) ? bid['adm'] : undefined;
      if (typeof marked !== 'string' || !marked.startsWith(mark)) continue;
      const literal = literals[Number(marked.slice(mark.length))]!;
      const adm = JSON.parse(literal) as string;
      Object.assign(bid as object, { adm, [written]: { adm, literal } satisfies Written });
      left -= 1;
    }
  }
  return left === 0;
}

function entries(owner: unknown, name: string): readonly unknown[] {
  const list = isObject(owner) ? owner[name] : undefined;
  return Array.isArray(list) ? list : [];
}

/** The bid with an empty `adm`, and the literal of what it had; undefined when that is not known, or was changed since. */
export function withoutMarkup<T extends JsonObject>(bid: T): { readonly bid: T; readonly literal: string } | undefined {
  const known = (bid as MaybeWritten)[written];
  return known !== undefined && known.adm === bid['adm']
    ? { bid: { ...bid, adm: '' }, literal: known.literal }
    : undefined;
}

const emptied = '"adm":""';

/** The JSON text with `literals` in place of each empty `adm`, in their order; undefined when there are more or less of these. */
export function putMarkup(json: string, literals: readonly string[]): string | undefined {
  if (literals.length === 0) return json;
  let text = '';
  let end = 0;
  for (const literal of literals) {
    const at = json.indexOf(emptied, end);
    if (at < 0) return undefined;
    text += `${json.slice(end, at)}"adm":${literal}`;
    end = at + emptied.length;
  }
  return json.includes(emptied, end) ? undefined : text + json.slice(end);
}
