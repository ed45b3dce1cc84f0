/** User, the user's ids and data (OpenRTB 2.5 sections 3.2.20 to 3.2.22, 2.6 section 3.2.27; spec 2.2). */
import { Type, type Static } from 'typebox';
import { warningCode } from '../errors.ts';
import { Geo } from './device.ts';
import { AnyObject, extFields, fields, forgiving, Strings } from './schema.ts';

/** One datum about the user or the content. */
const Segment = fields({
  id: Type.String(),
  name: Type.String(),
  value: Type.String(),
  ext: AnyObject,
});

/** The segments of one data provider. */
export const Data = fields({
  id: Type.String(),
  name: Type.String(),
  segment: Type.Array(Segment),
  ext: AnyObject,
});

/** One id of the user at an id source. */
const UID = fields({
  id: Type.String(),
  atype: Type.Integer(),
  ext: AnyObject,
});

/** The user's ids at one source: `uids`, or the single `id` of the older shape (spec 2.2). */
export const EID = fields({
  inserter: Type.String(),
  matcher: Type.String(),
  mm: Type.Integer(),
  source: Type.String(),
  uids: Type.Array(UID),
  id: Type.String(),
  ext: AnyObject,
});
/** The user's ids at one source: `uids`, or the single `id` of the older shape. */
export type EID = Static<typeof EID>;

const EIDs = Type.Array(forgiving(EID, warningCode.eids));

/** The user. `consent` and `eids` also in their 2.5 places under `ext`. */
export const User = fields({
  id: Type.String(),
  buyeruid: Type.String(),
  yob: Type.Integer(),
  gender: Type.String(),
  keywords: Type.String(),
  kwarray: Strings,
  customdata: Type.String(),
  geo: Geo,
  data: Type.Array(Data),
  consent: Type.String(),
  eids: EIDs,
  ext: extFields({ consent: Type.String(), eids: EIDs, data: AnyObject }),
});
/** The user. */
export type User = Static<typeof User>;
