/** BidRequest with Source and Regs (OpenRTB 2.5 sections 3.2.1 to 3.2.3 and 2.6). Other objects: one file per kind beside this. */
import { Type, type Static } from 'typebox';
import { warningCode } from '../errors.ts';
import { Device } from './device.ts';
import { Imp } from './imp.ts';
import { App, DOOH, Site } from './inventory.ts';
import { AnyObject, extFields, fields, forgiving, Integers, Strings } from './schema.ts';
import { User } from './user.ts';

/** One seller in the supply chain. */
const SupplyChainNode = fields({
  asi: Type.String(),
  sid: Type.String(),
  rid: Type.String(),
  name: Type.String(),
  domain: Type.String(),
  hp: Type.Integer(),
  ext: AnyObject,
});

/** The supply chain: who sold this request on, from the publisher to here. */
export const SupplyChain = fields({
  complete: Type.Integer(),
  nodes: Type.Array(SupplyChainNode),
  ver: Type.String(),
  ext: AnyObject,
});
/** The supply chain: who sold this request on, from the publisher to here. */
export type SupplyChain = Static<typeof SupplyChain>;

/** Where the request came from; `schain` also in its 2.5 place under `ext`. */
export const Source = fields({
  fd: Type.Integer(),
  tid: Type.String(),
  pchain: Type.String(),
  schain: SupplyChain,
  ext: extFields({ schain: SupplyChain }),
});
/** Where the request came from. */
export type Source = Static<typeof Source>;

const UsPrivacy = forgiving(Type.String(), warningCode.privacy);

const Gpp = forgiving(Type.String(), warningCode.privacy);
const GppSid = forgiving(Integers, warningCode.privacy);

/** What bids must disclose about who paid for them (IAB Tech Lab, 'DSA Transparency'). */
const Dsa = fields({
  dsarequired: Type.Integer(),
  pubrender: Type.Integer(),
  datatopub: Type.Integer(),
  transparency: Type.Unknown(),
});

/**
 * The regulations in force; all but `coppa` may also be in their 2.5 places under `ext`, which also holds `gpc`, the browser's `Sec-GPC`.
 */
export const Regs = fields({
  coppa: Type.Integer(),
  gdpr: Type.Integer(),
  us_privacy: UsPrivacy,
  gpp: Gpp,
  gpp_sid: GppSid,
  ext: extFields({
    gdpr: Type.Integer(),
    us_privacy: UsPrivacy,
    gpp: Gpp,
    gpp_sid: GppSid,
    gpc: forgiving(Type.Union([Type.String(), Type.Number()]), warningCode.privacy),
    dsa: Dsa,
  }),
});
/** The regulations in force. */
export type Regs = Static<typeof Regs>;

/** The request. `tmax` in milliseconds from the first byte of the request; `wseat` and `bseat` are rejected whatever their value. */
export const BidRequest = fields({
  id: Type.String(),
  imp: Type.Array(Imp),
  site: Site,
  app: App,
  dooh: DOOH,
  device: Device,
  user: User,
  test: Type.Integer(),
  at: Type.Integer(),
  tmax: Type.Integer(),
  wseat: Type.Unknown(),
  bseat: Type.Unknown(),
  allimps: Type.Integer(),
  cur: Strings,
  wlang: Strings,
  wlangb: Strings,
  acat: Strings,
  bcat: Strings,
  cattax: Type.Integer(),
  badv: Strings,
  bapp: Strings,
  source: Source,
  regs: Regs,
  ext: extFields({ schain: SupplyChain }),
});
/** The request. */
export type BidRequest = Static<typeof BidRequest>;

/** The ad server's currency, in which a request is answered: the first of `cur`, in capitals, USD by default. */
export function currencyOf({ cur }: BidRequest): string {
  return (cur?.[0] ?? 'USD').toUpperCase();
}
