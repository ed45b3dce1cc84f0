/** A long body in which most texts repeat many times (spec 4.2). It is joined as it is sent, so it is never whole in memory. */

/** Characters joined at once. */
const chunkLength = 65_536;

/** A body as a list of texts; none splits a surrogate pair. */
export class Parts {
  readonly byteLength: number;
  readonly #texts: readonly string[];

  constructor(texts: readonly string[]) {
    this.#texts = texts;
    this.byteLength = texts.reduce((bytes, text) => bytes + Buffer.byteLength(text), 0);
  }

  /** The whole body. */
  toString(): string {
    return this.#texts.join('');
  }

  /** The body's bytes, encoded chunk by chunk on demand; no chunk is empty. */
  *chunks(): Generator<Uint8Array> {
    let first = 0;
    let length = 0;
    for (const [at, text] of this.#texts.entries()) {
      length += text.length;
      if (length < chunkLength) continue;
      yield Buffer.from(this.#texts.slice(first, at + 1).join(''));
      first = at + 1;
      length = 0;
    }
    if (length > 0) yield Buffer.from(this.#texts.slice(first).join(''));
  }
}
