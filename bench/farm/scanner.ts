/**
 * Walks over JSON text and stops as soon as the caller has what it wants: no tree, no recursion, strings as written.
 */

const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const backslash = 0x5c;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/** Reads one text from its start; every method throws a SyntaxError on invalid JSON. */
export class Scanner {
  readonly text: string;
  private at = 0;

  constructor(text: string) {
    this.text = text;
  }

  /** Enters an object and returns its first key as written (without quotes), or null if it is empty. */
  firstKey(): string | null {
    this.expect(openBrace);
    if (this.peek() !== closeBrace) return this.key();
    this.at += 1;
    return null;
  }

  /** Call after a member's value: returns the next key as written, or null at the object's end. */
  nextKey(): string | null {
    const code = this.peek();
    this.at += 1;
    if (code === comma) return this.key();
    if (code === closeBrace) return null;
    throw this.fault();
  }

  /** Enters an array; returns true if an element follows. */
  firstElement(): boolean {
    this.expect(openBracket);
    if (this.peek() !== closeBracket) return true;
    this.at += 1;
    return false;
  }

  /** Call after an element: returns true if another follows. */
  nextElement(): boolean {
    const code = this.peek();
    this.at += 1;
    if (code === comma) return true;
    if (code === closeBracket) return false;
    throw this.fault();
  }

  /** True if the next value is an object (or, with `isArray`, an array). */
  opens(isArray = false): boolean {
    return this.peek() === (isArray ? openBracket : openBrace);
  }

  /** A string as written, without its quotes. */
  string(): string {
    this.expect(quote);
    const start = this.at;
    this.passString();
    return this.text.substring(start, this.at - 1);
  }

  /** A whole number of at most nine digits; skips any other value and returns 0. */
  size(): number {
    let code = this.peek();
    const start = this.at;
    let value = 0;
    while (code >= 0x30 && code <= 0x39 && this.at - start < 9) {
      value = value * 10 + code - 0x30;
      this.at += 1;
      code = this.text.charCodeAt(this.at);
    }
    const end = this.peek();
    if (end === comma || end === closeBrace) return value;
    this.skip();
    return 0;
  }

  /** Skips one value of any kind. */
  skip(): void {
    const { text } = this;
    let depth = 0;
    for (let code = this.peek(); ; code = text.charCodeAt(this.at)) {
      if (depth === 0 && (code === comma || code === closeBrace || code === closeBracket)) return;
      if (Number.isNaN(code)) throw this.fault();
      this.at += 1;
      if (code === quote) this.passString();
      else if (code === openBrace || code === openBracket) depth += 1;
      else if (code === closeBrace || code === closeBracket) depth -= 1;
    }
  }

  private key(): string {
    const key = this.string();
    this.expect(colon);
    return key;
  }

  private passString(): void {
    const { text } = this;
    for (;;) {
      const code = text.charCodeAt(this.at);
      this.at += 1;
      if (code === quote) return;
      if (code === backslash) this.at += 1;
      else if (Number.isNaN(code)) throw this.fault();
    }
  }

  private peek(): number {
    const { text } = this;
    let code = text.charCodeAt(this.at);
    while (code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09) {
      this.at += 1;
      code = text.charCodeAt(this.at);
    }
    return code;
  }

  private expect(code: number): void {
    if (this.peek() !== code) throw this.fault();
    this.at += 1;
  }

  private fault(): SyntaxError {
    return new SyntaxError(`no JSON at character ${this.at}`);
  }
}
