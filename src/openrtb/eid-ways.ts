/** Decides which ids of a source a rule of `eidpermissions` is for: those that came the ways that it names (implementation B 8). */
import type { EidPermission } from './svc.ts';
import type { EID } from './user.ts';

/** What a rule may ask of an id beside its source. */
const eidWays = ['inserter', 'matcher', 'mm'] as const;

/** By whom an id came, by whom it was matched, and how. */
export type EidWay = (typeof eidWays)[number];

const none: readonly EidWay[] = [];

/** The ways that a rule asks for; mostly none. */
export function waysOf(rule: EidPermission): readonly EidWay[] {
  const { inserter, matcher, mm } = rule;
  if (inserter === undefined && matcher === undefined && mm === undefined) return none;
  return eidWays.filter((way) => rule[way] !== undefined);
}

/** What an id and the rules for it have in common where those ask for `ways`. */
export function eidKey(of: EidPermission | EID, ways: readonly EidWay[]): string {
  return ways.length === 0 ? (of.source ?? '') : JSON.stringify([of.source, ...ways.map((way) => of[way])]);
}
