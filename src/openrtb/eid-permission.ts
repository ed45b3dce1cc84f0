/**
 * A rule of `eidpermissions` (spec 2.2), and which ids of its source it applies to: those that meet its conditions (implementation B 8).
 */
import { Type, type Static, type TSchema } from 'typebox';
import { warningCode } from '../errors.ts';
import { fields, forgiving, Strings } from './schema.ts';
import type { EID } from './user.ts';

/** A condition of the wrong type is dropped: the rule then applies to the whole source, so that it hides no less. */
const condition = <S extends TSchema>(schema: S): S => forgiving(schema, warningCode.eids);

/** Which bidders receive the ids of one source, or only those of its ids that meet the conditions (implementation B 8). */
export const EidPermission = fields({
  source: Type.String(),
  inserter: condition(Type.String()),
  matcher: condition(Type.String()),
  mm: condition(Type.Integer()),
  bidders: Strings,
});
/** Which bidders receive the ids of one source. */
export type EidPermission = Static<typeof EidPermission>;

/** The conditions that a rule may state besides the source. */
const eidConditions = ['inserter', 'matcher', 'mm'] as const;

/** Who inserted an id, who matched it, and the match method. */
export type EidCondition = (typeof eidConditions)[number];

const none: readonly EidCondition[] = [];

/** The conditions that a rule states; usually none. */
export function conditionsOf(rule: EidPermission): readonly EidCondition[] {
  const { inserter, matcher, mm } = rule;
  if (inserter === undefined && matcher === undefined && mm === undefined) return none;
  return eidConditions.filter((name) => rule[name] !== undefined);
}

/** The key that an id shares with the rules for it, where those state just `conditions`. */
export function eidKey(of: EidPermission | EID, conditions: readonly EidCondition[]): string {
  return conditions.length === 0
    ? (of.source ?? '')
    : JSON.stringify([of.source, ...conditions.map((name) => of[name])]);
}
