/** E-Planning: banners of a client are asked for by a URL alone; a space goes by its ad unit's name or its size. */
import { Type, type Static } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { badReply, refuse, type CallContext, type DecodedBid, type ShapedImp } from '../adapter/definition.ts';
import { asList, numberAt, textAt, valueAt, wholeAt } from '../adapter/json.ts';
import { requireType } from '../adapter/steps/imp.ts';
import { requireParam } from '../adapter/steps/require.ts';
import { bannerSizes } from '../adapter/steps/size.ts';
import { pathSegment, withQuery } from '../adapter/url.ts';
import { isObject } from '../openrtb/merge-patch.ts';

const Params = Type.Object({ ci: Type.String(), adunit_code: Type.Optional(Type.String()) });
type Params = Static<typeof Params>;

/** What stands for a site that is not known. */
const unknownPlace = 'FILE';

export default defineBidder({
  code: 'eplanning',
  endpoint: 'http://rtb.e-planning.net/pbs/1',
  gvlVendorId: 90,
  // Public lists name video on sites, too, but nothing on record tells how to ask for one.
  capabilities: { app: ['banner'], site: ['banner'] },
  sync: { iframe: 'https://ads.us.e-planning.net/uspd/1/?du={{.RedirectURL}}', userMacro: '$UID' },
  params: Params,
  imp: [
    requireType('banner'),
    ({ id, banner }) =>
      bannerSizes(banner).length > 0 ? null : refuse(`imp ${JSON.stringify(id)}: the banner has no size`),
    requireParam('ci', (p) => p.ci),
  ],
  batch: { by: ({ params }) => params.ci },
  method: 'GET',
  url: (endpoint, c) => addressOf(endpoint, c),
  // Its servers are used to a GET with this body.
  encode: () => ({}),
  headers: ['jsonPlain', 'ua', 'ipv4', 'language', 'dnt'],
  note: ({ imps }) => imps.map((one) => ({ name: spaceOf(one).name, impid: one.imp.id ?? '' })),
  decode: (reply, { note, imps: [first], isStored }) => {
    if (!isObject(reply)) return badReply('the reply is not a JSON object');
    const waiting = Map.groupBy(asList(note), (one) => textAt(one, 'name'));
    const bids = asList(reply['sp']).flatMap((space) => {
      // Spaces of one name are told apart by their order alone.
      const asked = waiting.get(textAt(space, 'k'))?.shift();
      if (asked === undefined && !isStored) return [];
      const impid = asked === undefined ? (first?.id ?? '') : textAt(asked, 'impid');
      return asList(valueAt(space, 'a')).map((ad) => readAd(ad, impid));
    });
    return { bids };
  },
  currency: 'ignored',
});

function addressOf(endpoint: string, { request: { site, app, device, user }, params, imps }: CallContext<Params>) {
  const client = pathSegment(params.ci);
  if (client === undefined) return refuse('the param ci is no client id');
  const place = pathSegment(site?.domain || app?.domain || app?.bundle || unknownPlace) ?? unknownPlace;
  return withQuery(`${endpoint}/${client}/1/${place}/ROS`, {
    e: imps.map((one) => `${spaceOf(one).name}:${spaceOf(one).size}`).join('+'),
    ip: device?.ip || undefined,
    ncb: 1,
    uid: user?.buyeruid || undefined,
    ur: site?.page || unknownPlace,
  });
}

/** The name under which an imp is asked for, and its size. */
function spaceOf({ imp, params: { adunit_code: code = '' } }: ShapedImp<Params>): { name: string; size: string } {
  const [{ w, h } = { w: 0, h: 0 }] = bannerSizes(imp.banner);
  return { name: spaceName(code) || `${w}x${h}`, size: `${w}x${h}` };
}

/** The code of an ad unit as a name: some marks are left out, others become `_` but at its ends. */
function spaceName(code: string): string {
  const parts = code
    .replaceAll(/[_.\-/+]/g, '')
    .replaceAll(')(', '(')
    .split(/[():]/);
  const first = parts.findIndex((part) => part !== '');
  return parts.slice(Math.max(first, 0), parts.findLastIndex((part) => part !== '') + 1).join('_');
}

/** One ad of a space as a bid. */
function readAd(ad: unknown, impid: string): DecodedBid {
  const domain = textAt(ad, 'adom');
  const bid = {
    id: textAt(ad, 'i'),
    impid,
    price: numberAt(ad, 'pr'),
    adm: textAt(ad, 'adm'),
    adid: textAt(ad, 'id'),
    ...(domain !== '' && { adomain: [domain] }),
    crid: textAt(ad, 'crid'),
    w: wholeAt(ad, 'w'),
    h: wholeAt(ad, 'h'),
  };
  return { bid, type: 'banner' };
}
