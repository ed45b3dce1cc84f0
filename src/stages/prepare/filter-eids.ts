/** Decides which of the user's extended ids a bidder receives (spec 2.2, `eidpermissions`; decisions, 'eids'; implementation B 8). */
import { namesIn, type NameOf } from '../../openrtb/bidder-names.ts';
import { eidKey, conditionsOf, type EidPermission, type EidCondition } from '../../openrtb/eid-permission.ts';
import { once } from '../../openrtb/once.ts';
import type { EID, User } from '../../openrtb/user.ts';
import { withChanges } from '../../openrtb/with-changes.ts';

/** Rules with the same conditions: the bidders that they name, by an id's source and the values that the conditions require. */
interface RuleSet {
  readonly conditions: readonly EidCondition[];
  readonly names: ReadonlyMap<string, ReadonlySet<string>>;
}

/**
 * Returns the user as the bidder called `name` may see it: without the `eids` of each source whose rule names neither it nor `*`; a source
 * without a rule is open to all. If several rules match an id, those with the most conditions count, and one of them must name the bidder.
 * Users that lose the same ids are the same object. The caller has moved 2.5 places, and no two rules are for the same ids.
 */
export function filterEids(
  permissions: readonly EidPermission[] | undefined,
  nameOf: NameOf,
): (user: User | undefined, name: string) => User | undefined {
  if (permissions === undefined || permissions.length === 0) return (user) => user;
  const sets = ruleSets(permissions, nameOf);
  // There may be many ids and many bidders: the rules for an id are found once for all bidders.
  const namesFor = once((eid: EID) => namesOfRules(eid, sets));
  const variantsOf = once((_: User) => new Map<string, User>());
  return (user, name) => {
    if (user?.eids === undefined) return user;
    const open = user.eids.map((eid) => isOpen(namesFor(eid), name));
    if (!open.includes(false)) return user;
    const key = open.join();
    const variants = variantsOf(user);
    let variant = variants.get(key);
    if (variant === undefined) {
      const eids = open.includes(true) ? user.eids.filter((_, at) => open[at]) : undefined;
      variants.set(key, (variant = withChanges(user, { eids })));
    }
    return variant;
  };
}

/** The rules grouped by their conditions, those with most conditions first: at most eight sets, however many rules there are. */
function ruleSets(permissions: readonly EidPermission[], nameOf: NameOf): readonly RuleSet[] {
  const groups = Map.groupBy(permissions, (rule) => conditionsOf(rule).join());
  const sets = [...groups.values()].map((rules): RuleSet => {
    const conditions = conditionsOf(rules[0]!);
    return {
      conditions,
      names: new Map(rules.map((rule) => [eidKey(rule, conditions), namesIn(rule.bidders, nameOf)])),
    };
  });
  return sets.toSorted((one, other) => other.conditions.length - one.conditions.length);
}

/** The names in the most specific rules that match this id; empty where no rule matches. */
function namesOfRules(eid: EID, sets: readonly RuleSet[]): readonly ReadonlySet<string>[] {
  const found: ReadonlySet<string>[] = [];
  let precision = 0;
  for (const { conditions, names } of sets) {
    if (conditions.length < precision) break;
    const named = names.get(eidKey(eid, conditions));
    if (named === undefined) continue;
    found.push(named);
    precision = conditions.length;
  }
  return found;
}

/** True when one of these rules names the bidder or `*`, or when there is no rule. */
function isOpen(rules: readonly ReadonlySet<string>[], name: string): boolean {
  return rules.length === 0 || rules.some((names) => names.has('*') || names.has(name));
}
