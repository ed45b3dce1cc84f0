/** A rule of `eidpermissions` (spec 2.2), and which ids of its source it is for: those that came the ways that it names (implementation B 8). */
import { Type, type Static, type TSchema } from 'typebox';
import { warningCode } from '../errors.ts';
import { fields, forgiving, Strings } from './schema.ts';
import type { EID } from './user.ts';

/** A way of any other type asks for nothing: the rule is for the whole source, so that it hides no less. */
const asks = <S extends TSchema>(way: S): S => forgiving(way, warningCode.eids);

/** Which bidders receive the ids of one source, or only those that also came this way (implementation B 8). */
export const EidPermission = fields({
  source: Type.String(),
  inserter: asks(Type.String()),
  matcher: asks(Type.String()),
  mm: asks(Type.Integer()),
  bidders: Strings,
});
/** Which bidders receive the ids of one source. */
export type EidPermission = Static<typeof EidPermission>;

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
