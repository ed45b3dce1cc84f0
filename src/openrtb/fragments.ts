/** Decides how a request becomes text for many bidders: what they share is written once and joined (performance, 'stringify the shared parts once'). */
import { named } from './member-names.ts';
import type { JsonObject } from './merge-patch.ts';
import { unreadText } from './unread-data.ts';

/** Members of an object as JSON texts; `undefined` leaves the member out. */
export type MemberTexts = { readonly [key: string]: string | undefined };

/** A text in two pieces, the first of which other texts begin with as well. */
export type TextPieces = readonly [shared: string, own: string];

/** The text of an object up to a member of `inner`, which stands last in it. */
interface Opened {
  readonly inner: object;
  readonly text: string;
}

/** A text of one bidder's own that is longer holds, most likely, what others have in theirs as well. */
const longText = 16_384;
/** Characters of such texts whose parts are remembered. */
const mostLearnt = 1024 * 1024;

/** A member of an object within another. */
export interface InnerMember {
  readonly inner: object;
  readonly key: string;
  readonly member: string;
}

/**
 * The JSON texts of one request's parts, each written at most once. A part is known by identity, so whatever two bidders
 * share must be the same object, and must not change after its first use. Lives as long as one request.
 */
export class Fragments {
  readonly #texts = new Map<object, string>();
  readonly #heads = new Map<object, Map<string, string>>();
  readonly #opened = new Map<object, Opened>();
  #learnt = 0;

  /** The JSON text of any JSON value. */
  text(value: unknown): string {
    if (typeof value !== 'object' || value === null) return JSON.stringify(value);
    const known = this.#texts.get(value);
    if (known !== undefined) return known;
    const text = this.#write(value);
    this.#texts.set(value, text);
    return text;
  }

  /** Writes the members of a value now, once for all bidders that will have it with other members beside. */
  shareMembers(value: object): void {
    for (const member of Object.values(value)) if (typeof member === 'object') this.text(member);
  }

  /** The JSON text of a value that only one bidder has: its members are written at most once if they are shared. */
  fresh(value: unknown): string {
    if (typeof value !== 'object' || value === null) return JSON.stringify(value);
    const known = this.#texts.get(value);
    if (known !== undefined) return known;
    if (Array.isArray(value)) return `[${value.map((entry) => this.#shared(entry)).join(',')}]`;
    let text = '{';
    for (const [key, member] of Object.entries(value)) {
      if (member === undefined) continue;
      text += (text.length > 1 ? ',' : '') + named(key) + this.#shared(member);
    }
    return `${text}}`;
  }

  /** The text of what may be shared: known already, or written; only of a long one something is remembered. */
  #shared(value: unknown): string {
    if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
    const known = this.#texts.get(value) ?? unreadText(value);
    if (known !== undefined) return known;
    if (this.#learnt > 0 && this.#holdsKnown(value)) return this.fresh(value);
    const text = this.#write(value);
    if (text.length >= longText && this.#learnt < mostLearnt) {
      this.#learnt += text.length;
      this.#texts.set(value, text);
      this.shareMembers(value);
    }
    return text;
  }

  #holdsKnown(value: object): boolean {
    return Object.values(value).some((member) => this.#texts.has(member as object));
  }

  /** The text of a list or an object; data in it that is unread stays so. */
  #write(value: object): string {
    const unread = unreadText(value);
    if (unread !== undefined) return unread;
    const holdsUnread = unreadText((value as { data?: unknown }).data) !== undefined;
    return holdsUnread ? this.fresh(value) : JSON.stringify(value);
  }

  /**
   * The JSON text of `base` with the members of `own` in place of its own; they stand last. The first piece is the same text
   * for all who share `base` and replace the same members.
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

  /** `pieces` for the commonest case, one member that is there. */
  onePiece(base: object, key: string, member: string): TextPieces {
    const head = this.#headOf(base, key, [key]);
    return [head, `${head.length > 1 ? ',' : ''}${named(key)}${member}}`];
  }

  /** The pieces as one text. */
  join(base: object, own: MemberTexts): string {
    const [head, rest] = this.pieces(base, own);
    return head + rest;
  }

  /** The same for one member that is there. */
  joinOne(base: object, key: string, member: string): string {
    const [head, rest] = this.onePiece(base, key, member);
    return head + rest;
  }

  /** `base` with `inner` as its member `name`, and in that `member` as `key`: one look-up for both. The names are the same whenever `base` is. */
  joinInner(base: object, name: string, { inner, key, member }: InnerMember): string {
    let opened = this.#opened.get(base);
    if (opened?.inner !== inner) {
      const closed = this.joinOne(base, name, this.joinOne(inner, key, ''));
      opened = { inner, text: closed.slice(0, -'}}'.length) };
      this.#opened.set(base, opened);
    }
    return `${opened.text}${member}}}`;
  }

  /** The text of `base` without `keys` and without its closing brace; `joined` are the keys as one text, under which it is remembered. */
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
