/** Decides how a field moves between its OpenRTB 2.6 place and its older one under `ext` (decisions, 'OpenRTB 2.6 places'). */
import type { Imp } from './imp.ts';
import { orNone, own, type JsonObject } from './json-object.ts';
import type { BidRequest, Regs, Source } from './request.ts';
import { isUsPrivacy } from './us-privacy.ts';
import type { User } from './user.ts';
import { mapShared, withChanges, type Changes } from './with-changes.ts';

/** The members that move, as the changes that remove them. */
type Moving = { readonly [key: string]: undefined };

const regsFields: Moving = { gdpr: undefined, us_privacy: undefined };
const userFields: Moving = { consent: undefined, eids: undefined };
const sourceFields: Moving = { schain: undefined };
const rewarded = 'is_rewarded_inventory';

/** `regs` with `gdpr` and `us_privacy` in their 2.6 place only. A malformed `us_privacy` hides no older one, which may be an opt-out. */
export const raiseRegs = (regs: Regs): Regs =>
  raise(hasUnreadUsPrivacy(regs) ? withChanges(regs, { us_privacy: undefined }) : regs, regsFields);
/** `user` with `consent` and `eids` in their 2.6 place only. */
export const raiseUser = (user: User): User => raise(user, userFields);

/** True for `regs` whose `us_privacy` is malformed and also stands in its older place. */
export function hasUnreadUsPrivacy({ us_privacy, ext }: Regs): boolean {
  return us_privacy !== undefined && ext?.us_privacy !== undefined && !isUsPrivacy(us_privacy);
}

/** `source` with `schain` in its 2.6 place only; if it has none in either place, the request's `ext.schain` is used. */
export function raiseSource(source: Source | undefined, ext: BidRequest['ext']): Source | undefined {
  const raised = source && raise(source, sourceFields);
  const outer = ext?.schain;
  return outer === undefined || raised?.schain !== undefined ? raised : { ...raised, schain: outer };
}

/** `imp` with the rewarded flag as `rwdd` instead of `ext.<namespace>.is_rewarded_inventory`. */
export function raiseImp(imp: Imp, namespace: string): Imp {
  const svc = own(imp.ext, namespace) as JsonObject | undefined;
  const flag = own(svc, rewarded);
  if (imp.ext === undefined || svc === undefined || flag === undefined) return imp;
  const ext = withChanges(imp.ext, { [namespace]: orNone(withChanges(svc, { [rewarded]: undefined })) });
  return withChanges(imp, { ext: orNone(ext), rwdd: imp.rwdd ?? (flag as number) });
}

/** `regs` as bidders of OpenRTB 2.5 read it; the same object when nothing moves. */
export const lowerRegs = (regs: Regs): Regs => lower(regs, regsFields);
/** `user` as bidders of OpenRTB 2.5 read it; the same object when nothing moves. */
export const lowerUser = (user: User): User => lower(user, userFields);
/** `source` as bidders of OpenRTB 2.5 read it; the same object when nothing moves. */
export const lowerSource = (source: Source): Source => lower(source, sourceFields);

/** `imp` with `rwdd` as `ext.<namespace>.is_rewarded_inventory`; the same object when it has none. */
export function lowerImp(imp: Imp, namespace: string): Imp {
  if (imp.rwdd === undefined) return imp;
  const svc = own(imp.ext, namespace) as JsonObject | undefined;
  const ext = { ...imp.ext, [namespace]: { ...svc, [rewarded]: imp.rwdd } };
  return withChanges(imp, { ext, rwdd: undefined });
}

/** The request with each of these values in both of its places, because a path in a setting or request may name either. */
export function withOlderPlaces(request: BidRequest, namespace: string): BidRequest {
  const { imp, regs, user, source } = request;
  return withChanges(request, {
    imp: imp && mapShared(imp, (imp) => withChanges(imp, { ext: lowerImp(imp, namespace).ext })),
    regs: regs && withChanges(regs, { ext: lowerRegs(regs).ext }),
    user: user && withChanges(user, { ext: lowerUser(user).ext }),
    source: source && withChanges(source, { ext: lowerSource(source).ext }),
  });
}

/** Moves members out of `ext`, where a merge patch may have null; a value already outside `ext` wins, unless it is an empty text. */
function raise<T extends { ext?: JsonObject }>(owner: T, moving: Moving): T {
  const { ext } = owner;
  const keys = Object.keys(moving);
  if (!ext || !keys.some((key) => ext[key] !== undefined)) return owner;
  const given = owner as JsonObject;
  const changes: { [key: string]: unknown } = { ext: orNone(withChanges(ext, moving)) };
  for (const key of keys) changes[key] = given[key] === undefined || given[key] === '' ? ext[key] : given[key];
  return withChanges(owner, changes as Changes<T>);
}

/** Moves members into `ext`. */
function lower<T extends { ext?: JsonObject }>(owner: T, moving: Moving): T {
  const given = owner as JsonObject;
  const keys = Object.keys(moving).filter((key) => given[key] !== undefined);
  if (keys.length === 0) return owner;
  const ext: { [key: string]: unknown } = { ...owner.ext };
  for (const key of keys) ext[key] = given[key];
  return withChanges<{ ext?: JsonObject }>(owner, { ...moving, ext }) as T;
}
