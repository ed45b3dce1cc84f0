/** Keeps what is remembered of a request from holding all of it (issue 7, 'Must hold'). */

/** The same text, in memory of its own: a part of a text, such as a query's value, is kept by the engine as a view of the whole. */
export function ownText(text: string): string {
  return Buffer.from(text, 'utf16le').toString('utf16le');
}
