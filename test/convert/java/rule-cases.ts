/** Runs cases of single settings of Prebid Server Java. */
import type { Test } from 'tap';
import { parse } from 'yaml';
import { convertText } from '../running-convert.ts';

/** A file, what of the result it must come to, and what must be told: nothing else may be. */
export type Case = readonly [text: string, settings: object, told?: RegExp];

/** True when all of `wanted` is in `found`; undefined is nothing. */
function has(found: unknown, wanted: unknown): boolean {
  if (typeof wanted !== 'object' || wanted === null || Array.isArray(wanted))
    return JSON.stringify(found) === JSON.stringify(wanted);
  const map = (found ?? {}) as { readonly [key: string]: unknown };
  return Object.entries(wanted).every(([key, value]) => has(map[key], value));
}

/** What is told of nearly every file. */
const usual = /^\d+ settings|^adapters: not asked|: VAST gets no event trackers here/;

/** Converts each file and looks at what comes out. */
export async function runCases(t: Test, cases: readonly Case[]): Promise<void> {
  for (const [text, wanted, said] of cases) {
    // What makes a file this server's, and sound.
    const { status, out, told } = await convertText(
      t,
      'java',
      `${text}\n---\ngdpr.default-value: 1\nexternal-url: "http://h.example"\n`,
    );
    t.equal(status, 0, text);
    t.ok(has(parse(out), wanted), `${text} ⇒ ${out}`);
    if (said === undefined)
      t.strictSame(
        told.filter((line) => !usual.test(line)),
        [],
        text,
      );
    else t.match(told.join('\n'), said, text);
  }
}
