/** Imp and its parts other than banner, video and audio (OpenRTB 2.5 sections 3.2.4 to 3.2.12, plus the 2.6 fields). */
import { Type, type Static } from 'typebox';
import { Banner } from './banner.ts';
import { AnyObject, extFields, fields, Integers, Strings } from './schema.ts';
import { Audio, DurFloors, Video } from './video.ts';

/** A native placement; `request` is the native request as JSON text (see native-request.ts). */
export const Native = fields({
  request: Type.String(),
  ver: Type.String(),
  api: Integers,
  battr: Integers,
  ext: AnyObject,
});
/** A native placement. */
export type Native = Static<typeof Native>;

/** A measurement of the placement; validation rejects it (implementation A 1.6). */
const Metric = fields({
  type: Type.String(),
  value: Type.Number(),
  vendor: Type.String(),
  ext: AnyObject,
});

/** A deal of the private marketplace. */
const Deal = fields({
  id: Type.String(),
  bidfloor: Type.Number(),
  bidfloorcur: Type.String(),
  at: Type.Integer(),
  wseat: Strings,
  wadomain: Strings,
  guar: Type.Integer(),
  mincpmpersec: Type.Number(),
  durfloors: Type.Array(DurFloors),
  ext: AnyObject,
});

/** The private marketplace of an imp. */
const Pmp = fields({
  private_auction: Type.Integer(),
  deals: Type.Array(Deal),
  ext: AnyObject,
});

/** How many people one showing reaches (DOOH). */
const Qty = fields({
  multiplier: Type.Number(),
  sourcetype: Type.Integer(),
  vendor: Type.String(),
  ext: AnyObject,
});

/** How a placement refreshes; `minint` in seconds. */
const Refresh = fields({
  refsettings: Type.Array(fields({ reftype: Type.Integer(), minint: Type.Integer(), ext: AnyObject })),
  count: Type.Integer(),
  ext: AnyObject,
});

/** One placement on offer. `exp` in seconds; `bidfloor` per mille in `bidfloorcur`. */
export const Imp = fields({
  id: Type.String(),
  metric: Type.Array(Metric),
  banner: Banner,
  video: Video,
  audio: Audio,
  native: Native,
  pmp: Pmp,
  displaymanager: Type.String(),
  displaymanagerver: Type.String(),
  instl: Type.Integer(),
  tagid: Type.String(),
  bidfloor: Type.Number(),
  bidfloorcur: Type.String(),
  clickbrowser: Type.Integer(),
  secure: Type.Integer(),
  iframebuster: Strings,
  rwdd: Type.Integer(),
  ssai: Type.Integer(),
  exp: Type.Integer(),
  qty: Qty,
  dt: Type.Number(),
  refresh: Refresh,
  ext: extFields({ data: AnyObject }),
});
/** One placement on offer. */
export type Imp = Static<typeof Imp>;

/** The currency of an imp's floor, in capitals. */
export function floorCurrency({ bidfloorcur }: { readonly bidfloorcur?: string | undefined }): string {
  return (bidfloorcur || 'USD').toUpperCase();
}
