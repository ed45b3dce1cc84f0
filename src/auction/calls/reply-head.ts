/** The head of one reply: the parts of its status line and headers that are kept, with bounds, since a bidder writes them. */

/** A reply's status, content coding and length, as its head states them. */
export interface ReplyHead {
  readonly status: number;
  /** `Content-Encoding` in lower case, empty without one. */
  readonly encoding: string;
  /** `Content-Length`, NaN without one. */
  readonly lengthBytes: number;
  /** Alternating names and values of the requested headers that arrived; absent when none were requested. */
  readonly headers?: readonly string[];
}

/** Names (lower case) to values; a repeated header has a list of them. */
export type ReplyHeaders = Readonly<Record<string, string | string[] | undefined>>;

const longestEncoding = 64;
const longestKeptHeader = 1024;

/** Reads a reply's head and keeps the headers named in `wanted` (lower case); of a repeated one, the first value. */
export function readReplyHead(status: number, headers: ReplyHeaders, wanted: readonly string[] | undefined): ReplyHead {
  const head = {
    status,
    encoding: encodingOf(headers['content-encoding']),
    lengthBytes: Number(headers['content-length']),
  };
  return wanted === undefined ? head : { ...head, headers: keptHeaders(headers, wanted) };
}

function encodingOf(header: string | string[] | undefined): string {
  if (header === undefined) return '';
  const encoding = typeof header === 'string' ? header : header.join(',');
  return encoding.slice(0, longestEncoding).trim().toLowerCase();
}

function keptHeaders(headers: ReplyHeaders, names: readonly string[]): string[] {
  return names.flatMap((name) => {
    const value = headers[name];
    if (value === undefined) return [];
    return [name, (typeof value === 'string' ? value : (value[0] ?? '')).slice(0, longestKeptHeader)];
  });
}
