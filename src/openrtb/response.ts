/** Bid (OpenRTB 2.5 section 4.2.3 and 2.6). A bidder's reply is untrusted: no field is required here. */
import { Type, type Static } from 'typebox';
import { AnyObject, fields, Integers, Strings } from './schema.ts';

/** One bid. `price` per mille in the response's `cur`; `exp` and `dur` in seconds. */
export const Bid = fields({
  id: Type.String(),
  impid: Type.String(),
  price: Type.Number(),
  nurl: Type.String(),
  burl: Type.String(),
  lurl: Type.String(),
  adm: Type.String(),
  adid: Type.String(),
  adomain: Strings,
  bundle: Type.String(),
  iurl: Type.String(),
  cid: Type.String(),
  crid: Type.String(),
  tactic: Type.String(),
  cattax: Type.Integer(),
  cat: Strings,
  attr: Integers,
  apis: Integers,
  api: Type.Integer(),
  protocol: Type.Integer(),
  qagmediarating: Type.Integer(),
  language: Type.String(),
  langb: Type.String(),
  dealid: Type.String(),
  w: Type.Integer(),
  h: Type.Integer(),
  wratio: Type.Integer(),
  hratio: Type.Integer(),
  exp: Type.Integer(),
  dur: Type.Integer(),
  mtype: Type.Integer(),
  slotinpod: Type.Integer(),
  ext: AnyObject,
});
/** One bid. */
export type Bid = Static<typeof Bid>;
