/** Where the imps are: Site, App or DOOH with Publisher and Content (OpenRTB 2.5 sections 3.2.13 to 3.2.17, 2.6). */
import { Type, type Static } from 'typebox';
import { AnyObject, extFields, fields, Strings } from './schema.ts';
import { Data } from './user.ts';

const partyFields = {
  id: Type.String(),
  name: Type.String(),
  cattax: Type.Integer(),
  cat: Strings,
  domain: Type.String(),
  ext: AnyObject,
};

/** Who owns the site, app or screen: the account. */
export const Publisher = fields(partyFields);
/** Who owns the site, app or screen: the account. */
export type Publisher = Static<typeof Publisher>;

/** Who made the content. */
const Producer = fields(partyFields);

/** A network or channel that the content is shown on. */
const Channel = fields({
  id: Type.String(),
  name: Type.String(),
  domain: Type.String(),
  ext: AnyObject,
});

/** The content around the imps; `len` in seconds. */
const Content = fields({
  id: Type.String(),
  episode: Type.Integer(),
  title: Type.String(),
  series: Type.String(),
  season: Type.String(),
  artist: Type.String(),
  genre: Type.String(),
  album: Type.String(),
  isrc: Type.String(),
  producer: Producer,
  url: Type.String(),
  cattax: Type.Integer(),
  cat: Strings,
  prodq: Type.Integer(),
  videoquality: Type.Integer(),
  context: Type.Integer(),
  contentrating: Type.String(),
  userrating: Type.String(),
  qagmediarating: Type.Integer(),
  keywords: Type.String(),
  kwarray: Strings,
  livestream: Type.Integer(),
  sourcerelationship: Type.Integer(),
  len: Type.Integer(),
  language: Type.String(),
  langb: Type.String(),
  embeddable: Type.Integer(),
  data: Type.Array(Data),
  network: Channel,
  channel: Channel,
  ext: AnyObject,
});

const placeFields = {
  id: Type.String(),
  name: Type.String(),
  domain: Type.String(),
  publisher: Publisher,
  content: Content,
  keywords: Type.String(),
};

const pageFields = {
  ...placeFields,
  cattax: Type.Integer(),
  cat: Strings,
  sectioncat: Strings,
  pagecat: Strings,
  privacypolicy: Type.Integer(),
  kwarray: Strings,
  inventorypartnerdomain: Type.String(),
};

/** A web site; `ext.amp` 1 marks an AMP page. */
export const Site = fields({
  ...pageFields,
  page: Type.String(),
  ref: Type.String(),
  search: Type.String(),
  mobile: Type.Integer(),
  ext: extFields({ amp: Type.Integer(), data: AnyObject }),
});
/** A web site. */
export type Site = Static<typeof Site>;

/** An app; `ext.source` and `ext.version` name its SDK. */
export const App = fields({
  ...pageFields,
  bundle: Type.String(),
  storeurl: Type.String(),
  ver: Type.String(),
  paid: Type.Integer(),
  ext: extFields({ source: Type.String(), version: Type.String(), data: AnyObject }),
});
/** An app. */
export type App = Static<typeof App>;

/** A digital out-of-home screen. */
export const DOOH = fields({
  ...placeFields,
  venuetype: Strings,
  venuetypetax: Type.Integer(),
  ext: extFields({ data: AnyObject }),
});
/** A digital out-of-home screen. */
export type DOOH = Static<typeof DOOH>;
