/** Keeps a remembered part of a request from retaining the whole request (issue 7, 'Must hold'). */

/** The same text in memory of its own: the engine keeps a part of a text, such as a query's value, as a view of the whole. */
export function ownText(text: string): string {
  return Buffer.from(text, 'utf16le').toString('utf16le');
}
