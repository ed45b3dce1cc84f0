/** Reads the bit strings of privacy signals: base64url text, most significant bit first (TCF 2 and GPP string formats). */

const base64url = /^[A-Za-z0-9_-]+$/;

/** The bits of one text. Reading past the end returns zeros and sets `isBroken`: check it before using what was read. */
export class Bits {
  readonly #bytes: Uint8Array;
  readonly #length: number;
  #at = 0;

  private constructor(bytes: Uint8Array, length: number) {
    this.#bytes = bytes;
    this.#length = length;
  }

  /** The bits of `text`; undefined when it is empty or not base64url. */
  static of(text: string): Bits | undefined {
    if (!base64url.test(text)) return undefined;
    // The padding keeps the bits of an incomplete last byte.
    return new Bits(Buffer.from(`${text}AAA`, 'base64url'), text.length * 6);
  }

  /** Reads the next `count` bits (at most 24) as a whole number. */
  read(count: number): number {
    let value = 0;
    for (let left = count; left > 0;) {
      const inByte = this.#at & 7;
      const taken = Math.min(8 - inByte, left);
      const byte = this.#bytes[this.#at >> 3] ?? 0;
      value = (value << taken) | ((byte >> (8 - inByte - taken)) & ((1 << taken) - 1));
      this.#at += taken;
      left -= taken;
    }
    return value;
  }

  /** Reads the next bit. */
  flag(): boolean {
    return this.read(1) === 1;
  }

  /** Skips `count` bits. */
  skip(count: number): void {
    this.#at += count;
  }

  /** The position of the next bit. */
  get at(): number {
    return this.#at;
  }

  /** The bit at `place`, independent of the read position; false past the end. */
  isSet(place: number): boolean {
    return (((this.#bytes[place >> 3] ?? 0) >> (7 - (place & 7))) & 1) === 1;
  }

  /** True when more was read than the text holds: it is truncated, or something else. */
  get isBroken(): boolean {
    return this.#at > this.#length;
  }
}
