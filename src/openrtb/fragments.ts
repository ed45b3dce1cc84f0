/**
 * Decides how a request becomes text for many bidders: the parts that they share are written once and joined
 * (performance, 'stringify the shared parts once').
 */
import { named } from './member-names.ts';
import type { JsonObject } from './json-object.ts';
import { ValueTexts } from './value-texts.ts';

/** Members of an object as JSON texts; `undefined` leaves the member out. */
type MemberTexts = { readonly [key: string]: string | undefined };

/** A text in two pieces; other texts start with the same first piece. */
export type TextPieces = readonly [shared: string, own: string];

/** The text of an imp up to the params in `ext`, which is the imp's last member. */
interface Opened {
  readonly ext: object;
  readonly text: string;
}

/** The JSON texts of one request's parts (`ValueTexts`), joined so that bidders share the start of a text. Lives as long as one request. */
export class Fragments extends ValueTexts {
  readonly #heads = new Map<object, Map<string, string>>();
  readonly #opened = new Map<object, Opened>();

  /**
   * The JSON text of `base` with the members of `own` instead of its members of these names; they come last. The first piece is the same
   * text for all callers that share `base` and replace the same members.
   */
  pieces(base: object, own: MemberTexts): TextPieces {
    const keys = Object.keys(own);
    const head = this.#headOf(base, keys.length === 1 ? keys[0]! : keys.join('\n'), keys);
    let separator = head.length > 1 ? ',' : '';
    let rest = '';
    for (const key of keys) {
      const member = own[key];
      if (member === undefined) continue;
      rest += separator + named(key) + member;
      separator = ',';
    }
    return [head, `${rest}}`];
  }

  /** `pieces` for the most common case, one member that is defined. */
  onePiece(base: object, key: string, member: string): TextPieces {
    const head = this.#headOf(base, key, [key]);
    return [head, `${head.length > 1 ? ',' : ''}${named(key)}${member}}`];
  }

  /** `pieces` as one text. */
  join(base: object, own: MemberTexts): string {
    const [head, rest] = this.pieces(base, own);
    return head + rest;
  }

  /** `onePiece` as one text. */
  joinOne(base: object, key: string, member: string): string {
    const [head, rest] = this.onePiece(base, key, member);
    return head + rest;
  }

  /** The imp `base` with `ext` as its extension, and the text `bidder` as the params in that: one look-up for both. */
  joinBidder(base: object, ext: object, bidder: string): string {
    let opened = this.#opened.get(base);
    if (opened?.ext !== ext) {
      const closed = this.joinOne(base, 'ext', this.joinOne(ext, 'bidder', ''));
      opened = { ext, text: closed.slice(0, -'}}'.length) };
      this.#opened.set(base, opened);
    }
    return `${opened.text}${bidder}}}`;
  }

  /** The text of `base` without `keys` and without its closing brace, remembered under `joined`: the keys as one text. */
  #headOf(base: object, joined: string, keys: readonly string[]): string {
    let heads = this.#heads.get(base);
    if (heads === undefined) this.#heads.set(base, (heads = new Map()));
    let head = heads.get(joined);
    if (head === undefined) heads.set(joined, (head = this.#members(base as JsonObject, keys)));
    return head;
  }

  #members(base: JsonObject, leftOut: readonly string[]): string {
    let text = '{';
    for (const key of Object.keys(base)) {
      const value = base[key];
      if (value !== undefined && !leftOut.includes(key))
        text += (text.length > 1 ? ',' : '') + named(key) + this.text(value);
    }
    return text;
  }
}
