/** Writes an imp's id into a stored response (spec 4.1.6), within bounds: a client's long id, repeated in each of many bids, would fill the memory. */
import { isObject, own } from './json-object.ts';

const macro = '##PBSIMPID##';

/** Writes the id of one imp. */
export class ImpIdWriter {
  readonly #impid: string;
  /** As part of a JSON string; undefined until it is needed, which few imps do. */
  #written: string | undefined;
  #left: number;

  /** `mostCharacters`: of all ids that are written. */
  constructor(impid: string, mostCharacters: number) {
    this.#impid = impid;
    this.#left = mostCharacters;
  }

  /** True once there were more places for the id than room: those after that have none. */
  get isFull(): boolean {
    return this.#left < 0;
  }

  /** The text with the id in place of the macro. */
  fill(text: string): string {
    return text.replaceAll(macro, () => (this.#takesOne() ? this.#inJson() : ''));
  }

  /** The seat with the id as the `impid` of each bid; any value that is not a seat unchanged. */
  place(seat: unknown): unknown {
    const bids = isObject(seat) ? own(seat, 'bid') : undefined;
    if (!Array.isArray(bids)) return seat;
    const impid = this.#impid;
    const bid = bids.map((one: unknown) => (isObject(one) && this.#takesOne() ? { ...one, impid } : one));
    return { ...(seat as object), bid };
  }

  #takesOne(): boolean {
    this.#left -= this.#inJson().length;
    return !this.isFull;
  }

  #inJson(): string {
    return (this.#written ??= JSON.stringify(this.#impid).slice(1, -1));
  }
}
