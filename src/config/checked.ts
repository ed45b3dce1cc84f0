/** What rules between settings are given, how they report, and which names no bidder may have (implementation A 1.6). */
import { reservedNames } from '../openrtb/bidder-names.ts';
import { memberPath } from '../openrtb/findings.ts';
import { report, type SettingFindings } from './read-settings.ts';
import type { Config } from './schema.ts';
import { find, whereabouts, type Tree } from './tree.ts';

/** A configuration whose single values were read, with what was written and what was found so far. */
export interface Checked {
  readonly config: Config;
  readonly tree: Tree;
  readonly knownAdapters: ReadonlySet<string>;
  readonly findings: SettingFindings;
}

/**
 * Reports a broken rule: `what` completes the sentence that the first path's name begins.
 * Nothing is reported when one of `paths` is at fault itself: a default stands there that nobody chose.
 */
export function breach({ tree, findings }: Checked, paths: readonly (readonly string[])[], what: string): void {
  if (paths.some((path) => isFaulty(path, findings))) return;
  const written = paths.map((path) => find(tree, path)).find((one) => one !== undefined);
  report(findings, paths[0]!.reduce(memberPath, ''), `${what}${whereabouts(written)}`);
}

function isFaulty(path: readonly string[], { faulty }: SettingFindings): boolean {
  return path.some((_, at) => faulty.has(path.slice(0, at + 1).reduce(memberPath, '')));
}

/** True for a word that already means something beside bidder codes, case not counting. */
export function isReserved(name: string): boolean {
  return reservedNames.has(name.toLowerCase());
}
