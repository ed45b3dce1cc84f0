/** Rules of lists of names (interface, `userSync`; implementation A 7, 'vendor exception'): an unknown name is probably a typo. */
import { breach, type Checked } from './checked.ts';
import { didYouMean, strangers } from './suggest.ts';

/** The analytics modules, which lists may name beside bidders. */
export const analyticsModules = ['file', 'http'] as const;

/** Adds every list with a name that neither the host nor this version knows to the findings. Case does not count. */
export function checkNamed(checked: Checked): void {
  const { bidders, userSync, privacy, accounts, plugins } = checked.config;
  const codes = [...Object.keys(bidders), ...checked.knownAdapters];
  checkList(checked, codes, { path: ['userSync', 'priorityGroups'], names: userSync.priorityGroups.flat() });
  const lists = [
    ...exceptionLists(['privacy', 'gdpr'], privacy.gdpr),
    ...exceptionLists(['accounts', 'defaults', 'privacy', 'gdpr'], accounts.defaults.privacy?.gdpr ?? {}),
  ];
  for (const list of lists) checkList(checked, [...codes, ...analyticsModules], list);
  const ofAccounts = { path: ['accounts', 'defaults', 'plugins'], names: Object.keys(accounts.defaults.plugins ?? {}) };
  checkList(checked, Object.keys(plugins), { ...ofAccounts, kind: 'plugin' });
}

interface NamedList {
  readonly path: readonly string[];
  readonly names: readonly string[];
  /** What the names stand for; bidders when absent. */
  readonly kind?: string;
}

function checkList(checked: Checked, known: readonly string[], { path, names, kind = 'bidder' }: NamedList): void {
  for (const [name, meant] of strangers(names, known)) {
    const fix = didYouMean(meant, 'correct the name, or remove it');
    breach(checked, [path], `names ${name}, which is not a ${kind} of this host: ${fix}`);
  }
}

interface WithExceptions {
  readonly vendorExceptions?: readonly string[];
}

interface GdprLists {
  readonly purposes?: { readonly [purpose: string]: WithExceptions };
  readonly specialFeature1?: WithExceptions;
}

function exceptionLists(path: readonly string[], { purposes, specialFeature1 }: GdprLists): NamedList[] {
  const places = Object.entries(purposes ?? {}).map(([purpose, one]) => ({ at: ['purposes', purpose], one }));
  return [...places, { at: ['specialFeature1'], one: specialFeature1 }].map(({ at, one }) => ({
    path: [...path, ...at, 'vendorExceptions'],
    names: one?.vendorExceptions ?? [],
  }));
}
