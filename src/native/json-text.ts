/**
 * Decides whether bytes are a JSON object that this service accepts, and words the refusal (decisions, 'Envelope and tree agree'): strict
 * UTF-8, no byte order mark, at most 512 levels of nesting.
 */

/**
 * The deepest accepted nesting of objects and arrays. The same as in openrtb/depth; repeated because this folder imports nothing from
 * outside it.
 */
const maxDepth = 512;

/** A parsed object, or one sentence that says why there is none, without quoting the input. */
export type ParsedObject =
  | { readonly ok: true; readonly root: object }
  | { readonly ok: false; readonly fault: string };

const [quote, backslash, openBracket, closeBracket, openBrace, closeBrace] = [0x22, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d];
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Parses bytes of any content as one JSON object; `what` names them in faults, e.g. `the body`. */
export function parseObject(bytes: Uint8Array, what: string): ParsedObject {
  if (bytes.length === 0) return refuse(`${what} is empty: send a JSON object`);
  const form = foreignForm(bytes);
  if (form !== undefined) return refuse(`${what} is ${form}`);
  let text;
  try {
    text = utf8.decode(bytes);
  } catch {
    return refuse(`${what} is not UTF-8: encode it as UTF-8`);
  }
  if (text.charCodeAt(0) === 0xfeff) return refuse(`${what} starts with a byte order mark: remove it`);
  // Checked before parsing: a parser's memory grows with the depth.
  if (nestsTooDeep(text)) return refuse(`${what} is nested deeper than ${maxDepth} levels: flatten it`);
  let root: unknown;
  try {
    root = JSON.parse(text);
  } catch (error) {
    return refuse(`${what} is not JSON: ${reasonOf(error)}`);
  }
  if (typeof root !== 'object' || root === null || Array.isArray(root)) return refuse(`${what} must be a JSON object`);
  return { ok: true, root };
}

/** The format of bytes that are recognisably gzip or UTF-16, with the fix; undefined for all others. */
function foreignForm([first, second]: Uint8Array): string | undefined {
  if (first === 0x1f && second === 0x8b) return 'gzip, and nothing says so: send it with Content-Encoding: gzip';
  const isMarked = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  // In UTF-16, one byte of the first character, which is ASCII, is zero.
  const isHalfEmpty = second !== undefined && (first === 0) !== (second === 0);
  return isMarked || isHalfEmpty ? 'UTF-16: encode it as UTF-8' : undefined;
}

function refuse(fault: string): ParsedObject {
  return { ok: false, fault };
}

/** Exact for JSON; for other text either answer will do, since that is refused anyway. */
function nestsTooDeep(text: string): boolean {
  // Each level takes two characters.
  if (text.length < 2 * (maxDepth + 1)) return false;
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) at = closingQuote(text, at + 1);
    else if (code === openBrace || code === openBracket) {
      if (++depth > maxDepth) return true;
    } else if (code === closeBrace || code === closeBracket) depth--;
  }
  return false;
}

/** The position of the quote that ends the string whose content starts at `start`; the text's end if there is none. */
function closingQuote(text: string, start: number): number {
  for (let at = text.indexOf('"', start); at !== -1; at = text.indexOf('"', at + 1)) {
    let first = at;
    while (first > start && text.charCodeAt(first - 1) === backslash) first--;
    if ((at - first) % 2 === 0) return at;
  }
  return text.length;
}

/** V8's reason, if it is one of those that do not quote the text, with the fix. */
function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : '';
  if (message.includes('end of JSON input')) return 'it ends too early, send the whole of it';
  const placed = /^([A-Za-z][^"]*?)(?: in JSON)? at position (\d+)/.exec(message);
  if (placed === null) return 'it has a character that JSON does not allow there, write it with a JSON encoder';
  return `${placed[1]} at position ${placed[2]}, correct it there`;
}
