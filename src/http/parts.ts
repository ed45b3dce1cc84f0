/** A long answer, most of whose texts stand in it many times (spec 4.2): joined as it is sent, so that it is nowhere whole. */

/** Characters that are joined at once. */
const chunkLength = 65_536;

/** A body in texts, each with both halves of its pairs. */
export class Parts {
  readonly byteLength: number;
  readonly #texts: readonly string[];

  constructor(texts: readonly string[]) {
    this.#texts = texts;
    this.byteLength = texts.reduce((bytes, text) => bytes + Buffer.byteLength(text), 0);
  }

  /** All of it. */
  toString(): string {
    return this.#texts.join('');
  }

  /** Its bytes in order, made as they are asked for; none is empty unless all are. */
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
