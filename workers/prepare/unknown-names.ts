/** Composes what is reported about names in imps that are no bidder here (spec 4.1.15, 7; decisions, 'Imps'). */
import { addProblem, errorCode, type Problems } from '../../src/errors.ts';
import { quoted } from '../../src/openrtb/findings.ts';
import type { AssignedImp } from '../../src/stages/prepare/assign-bidders.ts';
import type { HopParts } from '../parts.ts';

/** The most unknown names that are reported: a hostile request must not enlarge the answer without limit. */
const mostUnknown = 50;

/** A name that is no bidder here, and the sentence that says so. */
interface UnknownName {
  readonly name: string;
  readonly fault: string;
}

type Registry = HopParts['registry'];

/** The unknown names in the place of bidders, and the switched-off bidders in the deprecated place. */
export function unknownNames(imps: readonly AssignedImp[], namespace: string, registry: Registry) {
  const namesAt = (which: 'unknown' | 'disabled', place: string): UnknownName[] =>
    imps.flatMap((imp, at) => imp[which].map((name) => unknownName(name, `imp[${at}].${place}`, registry)));
  return { unknown: namesAt('unknown', `ext.${namespace}.bidder`), disabled: namesAt('disabled', 'ext') };
}

function unknownName(name: string, path: string, registry: Registry): UnknownName {
  const what = registry.isDisabled(name)
    ? 'a bidder that is disabled here: ask this host to enable it'
    : 'which is not a bidder of this host: correct the name or configure it';
  return { name, fault: `${path} names ${quoted(name)}, ${what}` };
}

/** The unknown names in the deprecated place, which may be meant as bidders. */
export function suspectedNames(imps: readonly AssignedImp[]): UnknownName[] {
  return imps.flatMap(({ suspects }, at) =>
    suspects.map((name) => {
      const fault = `imp[${at}].ext has ${quoted(name)}, which is not a bidder of this host: correct it if a bidder is meant`;
      return { name, fault };
    }),
  );
}

/** Adds an error for each place of the first names, and one warning that counts the other names. */
export function tellUnknown(unknown: readonly UnknownName[], errors: Problems, warn: (text: string) => void): void {
  const told = new Set<string>();
  for (const { name, fault } of unknown) {
    if (told.size < mostUnknown) told.add(name);
    if (told.has(name)) addProblem(errors, name, { code: errorCode.badInput, message: fault });
  }
  const left = new Set(unknown.map(({ name }) => name)).size - told.size;
  if (left > 0) warn(`the imps name ${left} more bidders that this host does not have: remove them`);
}

/** The first sentences, then the number of further ones. */
export function faultsOf(unknown: readonly UnknownName[]): string[] {
  const shown = unknown.slice(0, mostUnknown).map(({ fault }) => fault);
  return unknown.length > mostUnknown ? [...shown, `… and ${unknown.length - mostUnknown} more`] : shown;
}
