/** Device, its user agent and its location (OpenRTB 2.5 sections 3.2.18 and 3.2.19, plus the 2.6 fields). */
import { Type, type Static } from 'typebox';
import { AnyObject, extFields, fields, Strings } from './schema.ts';

/** A location: degrees, metres of `accuracy`, minutes of `utcoffset`. */
export const Geo = fields({
  lat: Type.Number(),
  lon: Type.Number(),
  type: Type.Integer(),
  accuracy: Type.Integer(),
  lastfix: Type.Integer(),
  ipservice: Type.Integer(),
  country: Type.String(),
  region: Type.String(),
  regionfips104: Type.String(),
  metro: Type.String(),
  city: Type.String(),
  zip: Type.String(),
  utcoffset: Type.Integer(),
  ext: AnyObject,
});
/** A location. */
export type Geo = Static<typeof Geo>;

/** A brand of browser or platform with the parts of its version. */
const BrandVersion = fields({
  brand: Type.String(),
  version: Strings,
  ext: AnyObject,
});

/** The user agent, structured (from client hints). */
const UserAgent = fields({
  browsers: Type.Array(BrandVersion),
  platform: BrandVersion,
  mobile: Type.Integer(),
  architecture: Type.String(),
  bitness: Type.String(),
  model: Type.String(),
  source: Type.Integer(),
  ext: AnyObject,
});

/** The device. `w` and `h` are the screen in physical pixels, `ppi` pixels per inch. */
export const Device = fields({
  geo: Geo,
  dnt: Type.Integer(),
  lmt: Type.Integer(),
  ua: Type.String(),
  sua: UserAgent,
  ip: Type.String(),
  ipv6: Type.String(),
  devicetype: Type.Integer(),
  make: Type.String(),
  model: Type.String(),
  os: Type.String(),
  osv: Type.String(),
  hwv: Type.String(),
  h: Type.Integer(),
  w: Type.Integer(),
  ppi: Type.Integer(),
  pxratio: Type.Number(),
  js: Type.Integer(),
  geofetch: Type.Integer(),
  flashver: Type.String(),
  language: Type.String(),
  langb: Type.String(),
  carrier: Type.String(),
  mccmnc: Type.String(),
  connectiontype: Type.Integer(),
  ifa: Type.String(),
  didsha1: Type.String(),
  didmd5: Type.String(),
  dpidsha1: Type.String(),
  dpidmd5: Type.String(),
  macsha1: Type.String(),
  macmd5: Type.String(),
  /** `atts`: the tracking that iOS permits apps (0 to 3). */
  ext: extFields({ atts: Type.Integer() }),
});
/** The device. */
export type Device = Static<typeof Device>;
