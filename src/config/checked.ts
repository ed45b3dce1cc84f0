/** What rules between settings share: their input, how they report, and the names that no bidder may have (implementation A 1.6). */
import { reservedNames } from '../openrtb/bidder-names.ts';
import { memberPath } from '../openrtb/findings.ts';
import { report, type SettingFindings } from './read-settings.ts';
import type { Config } from './schema.ts';
import { find, whereabouts, type Tree } from './tree.ts';

/** A configuration whose single values have been read, the tree as written, and the findings so far. */
export interface Checked {
  readonly config: Config;
  readonly tree: Tree;
  readonly knownAdapters: ReadonlySet<string>;
  readonly findings: SettingFindings;
}

/**
 * Reports a broken rule: `what` completes the sentence that the first path's name begins. Reports nothing when one of `paths` already has a
 * fault: its value is then a default that the host did not choose.
 */
export function breach({ tree, findings }: Checked, paths: readonly (readonly string[])[], what: string): void {
  if (paths.some((path) => isFaulty(path, findings))) return;
  const written = paths.map((path) => find(tree, path)).find((one) => one !== undefined);
  report(findings, paths[0]!.reduce(memberPath, ''), `${what}${whereabouts(written)}`);
}

function isFaulty(path: readonly string[], { faulty }: SettingFindings): boolean {
  return path.some((_, at) => faulty.has(path.slice(0, at + 1).reduce(memberPath, '')));
}

/** True for a word that has another meaning where requests name bidders; case does not count. */
export function isReserved(name: string): boolean {
  return reservedNames.has(name.toLowerCase());
}
