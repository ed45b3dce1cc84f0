/** Runs cases of single settings of Prebid Server Java. */
import type { Test } from 'tap';
import { parse } from 'yaml';
import { convertText } from '../running-convert.ts';

/** A file, members that the result must have, and the message that is expected; without one there must be none. */
export type Case = readonly [text: string, settings: object, messages?: RegExp];

/** True when `found` has everything in `wanted`; undefined means absent. */
function has(found: unknown, wanted: unknown): boolean {
  if (typeof wanted !== 'object' || wanted === null || Array.isArray(wanted))
    return JSON.stringify(found) === JSON.stringify(wanted);
  const map = (found ?? {}) as { readonly [key: string]: unknown };
  return Object.entries(wanted).every(([key, value]) => has(map[key], value));
}

/** The messages for nearly every file. */
const usual =
  /^settings converted: |^not needed, so left out: |^adapters: disabled in the old server|: Gavel adds no event trackers to the bidder's VAST/;

/** Converts each file and checks the result and the messages. */
export async function runCases(t: Test, cases: readonly Case[]): Promise<void> {
  for (const [text, wanted, said] of cases) {
    // Identifies the file as this server's, and makes it valid.
    const { status, out, messages } = await convertText(
      t,
      'java',
      `${text}\n---\ngdpr.default-value: 1\nexternal-url: "http://h.example"\n`,
    );
    t.equal(status, 0, text);
    t.ok(has(parse(out), wanted), `${text} ⇒ ${out}`);
    if (said === undefined)
      t.strictSame(
        messages.filter((line) => !usual.test(line)),
        [],
        text,
      );
    else t.match(messages.join('\n'), said, text);
  }
}
