/** Decides what each bidder name of a request stands for (spec 4.1.7; decisions, 'Aliases'). */
import type { Bidder } from '../../adapter/contract.ts';
import type { Registry } from '../../adapter/registry.ts';
import { reservedNames } from '../../openrtb/bidder-names.ts';
import { quoted } from '../../openrtb/findings.ts';

/** The part of `ext.<namespace>` that names aliases. */
interface AliasNames {
  readonly aliases?: { readonly [alias: string]: string } | undefined;
  readonly aliasgvlids?: { readonly [alias: string]: number } | undefined;
}

/** The names of one auction: `find` returns the bidder behind a name. */
interface ResolvedAliases {
  readonly find: (name: string) => Bidder | undefined;
  /** Whether a name stands for a bidder when case is ignored; `find` matches aliases exactly. */
  readonly isKnownInAnyCase: (name: string) => boolean;
  readonly faults: string[];
  readonly warnings: string[];
}

/** The form of an alias: it becomes a seat, a key of objects and a part of targeting keys. */
const aliasName = /^[\w.-]{1,64}$/;

/** The most aliases in one request: each may cost a whole call. */
const mostAliases = 100;

/**
 * Resolves the request's aliases over the host's bidders. An alias equal to a core code wins over it. One that names the core of a host
 * alias keeps the host alias, with the request's vendor id if the host states none. One whose target is no bidder is ignored when its own
 * name is known here, else it is a fault.
 */
export function resolveAliases(names: AliasNames, registry: Registry, namespace: string): ResolvedAliases {
  const path = `ext.${namespace}`;
  const faults: string[] = [];
  const warnings: string[] = [];
  const aliases = new Map<string, Bidder>();
  const given = Object.entries(names.aliases ?? {});
  if (given.length > mostAliases) {
    faults.push(`${path}.aliases holds ${given.length} names: keep at most ${mostAliases}`);
  }
  for (const [alias, target] of given.slice(0, mostAliases)) {
    const place = `${path}.aliases[${quoted(alias)}]`;
    const core = registry.find(target);
    const configured = registry.find(alias);
    if (!aliasName.test(alias)) {
      faults.push(`${place} is no name for an alias: choose one of 1 to 64 letters, digits, "_", "-" or "."`);
    } else if (isReserved(alias.toLowerCase(), namespace)) {
      faults.push(`${place} is a reserved name: choose another name for the alias`);
    } else if (alias === target) {
      warnings.push(`${place} is an alias of itself: ignored`);
    } else if (core === undefined) {
      const wrong = `${place} names ${quoted(target)}, which is ${stateOf(target, registry, names)}`;
      if (configured !== undefined || registry.isDisabled(alias)) warnings.push(`${wrong}: ignored`);
      else faults.push(`${wrong}: name a bidder of this host`);
    } else {
      const stated = vendorId(names.aliasgvlids, alias);
      if (configured === undefined || configured.core === configured.code || configured.core !== core.core) {
        aliases.set(alias, { ...core, code: alias, gvlVendorId: stated ?? core.gvlVendorId });
      } else if (stated !== undefined && configured.gvlVendorId === undefined) {
        aliases.set(alias, { ...configured, code: alias, gvlVendorId: stated });
      }
    }
  }
  const folded = new Set([...aliases.keys()].map((alias) => alias.toLowerCase()));
  return {
    find: (name) => aliases.get(name) ?? registry.find(name),
    isKnownInAnyCase: (name) => folded.has(name.toLowerCase()) || registry.find(name) !== undefined,
    faults,
    warnings,
  };
}

/** True for a lower-case word that never names a bidder in a request. */
function isReserved(name: string, namespace: string): boolean {
  return reservedNames.has(name) || name === namespace.toLowerCase();
}

/** Why a target is no bidder. */
function stateOf(target: string, registry: Registry, { aliases }: AliasNames): string {
  if (registry.isDisabled(target)) return 'disabled here';
  return aliases !== undefined && Object.hasOwn(aliases, target) ? 'an alias itself' : 'not known here';
}

function vendorId(ids: AliasNames['aliasgvlids'], alias: string): number | undefined {
  return ids !== undefined && Object.hasOwn(ids, alias) ? ids[alias] : undefined;
}
