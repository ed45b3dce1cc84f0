/** Decides which JSON texts of a request are written once for all bidders (performance, 'stringify the shared parts once'). */
import { named } from './member-names.ts';
import { unreadText } from './unread-data.ts';

/** A text of one bidder's own that is at least this long most likely contains what others' texts contain as well. */
const longText = 16_384;
/** The most characters of such texts whose parts are remembered. */
const mostLearnt = 1024 * 1024;

/**
 * The JSON texts of one request's values; a text that is remembered is not written again. Values are known by identity, so whatever two
 * bidders share must be the same object, and must not change after its first use. Lives as long as one request.
 */
export class ValueTexts {
  readonly #texts = new Map<object, string>();
  #learnt = 0;

  /** The JSON text of any JSON value, remembered if it is a list or an object. */
  text(value: unknown): string {
    if (typeof value !== 'object' || value === null) return JSON.stringify(value);
    const known = this.#texts.get(value);
    if (known !== undefined) return known;
    const text = this.#write(value);
    this.#texts.set(value, text);
    return text;
  }

  /** Writes the members of a value now, once for all bidders that get them together with other members. */
  shareMembers(value: object): void {
    for (const member of Object.values(value)) if (typeof member === 'object') this.text(member);
  }

  /** The JSON text of a value that only one bidder has; members whose texts are remembered are not written again. */
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

  /** The text of a value that may be shared: a known text, or a new one, of which something is remembered only if it is long. */
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

  /** The text of a list or an object; unread data in it stays unread. */
  #write(value: object): string {
    const unread = unreadText(value);
    if (unread !== undefined) return unread;
    const holdsUnread = unreadText((value as { data?: unknown }).data) !== undefined;
    return holdsUnread ? this.fresh(value) : JSON.stringify(value);
  }
}
