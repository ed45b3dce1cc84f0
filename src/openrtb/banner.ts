/** Banner and its sizes (OpenRTB 2.5 section 3.2.6 and 3.2.10, plus the 2.6 fields). */
import { Type, type Static } from 'typebox';
import { AnyObject, fields, Integers, Strings } from './schema.ts';

/** One size: either `w` and `h`, or a ratio with a least width. Device independent pixels. */
export const Format = fields({
  w: Type.Integer(),
  h: Type.Integer(),
  wratio: Type.Integer(),
  hratio: Type.Integer(),
  wmin: Type.Integer(),
  ext: AnyObject,
});
/** One size: either `w` and `h`, or a ratio with a least width. */
export type Format = Static<typeof Format>;

/** Width and height in device independent pixels. */
export interface Size {
  readonly w: number;
  readonly h: number;
}

/** A banner placement. `wmax`, `hmax`, `wmin`, `hmin` are deprecated, and validation rejects them whatever their value (spec 7). */
export const Banner = fields({
  format: Type.Array(Format),
  w: Type.Integer(),
  h: Type.Integer(),
  wmax: Type.Unknown(),
  hmax: Type.Unknown(),
  wmin: Type.Unknown(),
  hmin: Type.Unknown(),
  btype: Integers,
  battr: Integers,
  pos: Type.Integer(),
  mimes: Strings,
  topframe: Type.Integer(),
  expdir: Integers,
  api: Integers,
  id: Type.String(),
  vcm: Type.Integer(),
  ext: AnyObject,
});
/** A banner placement. */
export type Banner = Static<typeof Banner>;
