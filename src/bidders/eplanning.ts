/** E-Planning: a private protocol, a GET whose URL lists all ad spaces of a client, banners and videos apart. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import type { CallContext, SharedRequest } from '../adapter/call-steps.ts';
import type { DecodedBid } from '../adapter/reply-steps.ts';
import { asList, numberAt, textAt } from '../adapter/json.ts';
import { decodedOf, objectReply, readEach, statedTexts } from '../adapter/steps/object-reply.ts';
import { statedSize } from '../adapter/steps/size.ts';
import { kindOf, spacesOf, type Params } from '../adapter/protocols/eplanning.ts';
import { badReply, refuse, type Refusal } from '../adapter/refusal.ts';
import { requireType } from '../adapter/steps/imp.ts';
import { requireParams } from '../adapter/steps/require.ts';
import { chainText } from '../adapter/supply-chain.ts';
import { hostOfPage, pathSegment, withQuery } from '../adapter/url.ts';
import { encodeStrictly } from '../openrtb/encode-strictly.ts';

/** The bidder reads no longer supply chain. */
const mostNodes = 2;

/** Placeholder for an unknown site. */
const unknownPlace = 'FILE';

export default defineBidder({
  code: 'eplanning',
  endpoint: 'http://rtb.e-planning.net/pbs/1',
  gvlVendorId: 90,
  capabilities: { app: ['banner'], site: ['banner', 'video'] },
  sync: { iframe: 'https://ads.us.e-planning.net/uspd/1/?du={{.RedirectURL}}', userMacro: '$UID' },
  params: Type.Object({ ci: Type.String(), adunit_code: Type.Optional(Type.String()) }),
  imp: [requireType('banner', 'video'), requireParams('ci')],
  batch: { by: ({ imp, params }) => `${kindOf(imp)} ${params.ci}` },
  method: 'GET',
  url: addressOf,
  headers: ['jsonPlain', 'ua', 'ipv4', 'language', 'dnt'],
  note: ({ imps, request }) => spacesOf(imps, request).map(({ name, impid, type }) => ({ name, impid, type })),
  decode: objectReply((reply, { note, imps: [first], isStored }) => {
    const waiting = Map.groupBy(asList(note), (one) => textAt(one, 'name'));
    const spaces = readEach(reply['sp'], 'sp', (space): (DecodedBid | Refusal)[] | Refusal => {
      // Spaces of the same name differ only in their order.
      const asked = waiting.get(textAt(space, 'k'))?.shift();
      if (asked === undefined && !isStored) return badReply('a space of the reply was not asked for so often');
      const impid = asked === undefined ? (first?.id ?? '') : textAt(asked, 'impid');
      const isVideo = asked === undefined ? first?.types.includes('video') : textAt(asked, 'type') === 'video';
      const type = isVideo ? 'video' : 'banner';
      return readEach(space['a'], 'sp.a', (ad) => ({ bid: readAd(ad, impid), type }));
    });
    return decodedOf(spaces.flat());
  }),
  currency: 'ignored',
});

function addressOf(endpoint: string, { request, params, imps, auction }: CallContext<Params>) {
  const { site, app, device, user } = request;
  const client = pathSegment(params.ci);
  if (client === undefined) return refuse('the param ci is not a client id');
  const kind = kindOf(imps[0]!.imp);
  const spaces = spacesOf(imps, request).map(
    ({ name, size, type }) => `${name}:${size}${type === 'video' ? ';1' : ''}`,
  );
  return withQuery(`${endpoint}/${client}/1/${placeOf(request)}/ROS`, {
    ...(app && { app: 1, appid: app.id || undefined, appn: app.name || undefined, ifa: device?.ifa || undefined }),
    e: spaces.join('+'),
    ip: device?.ip || undefined,
    ncb: 1,
    rnd: auction.randomInteger(),
    sch: chainText(request, (member) => encodeStrictly(String(member)), mostNodes),
    uid: user?.buyeruid || undefined,
    ...(!app && { ur: site?.page || unknownPlace }),
    ...(kind > 0 && { vctx: kind, vv: 3 }),
  });
}

/** The app or site that shows the spaces, as a path segment. */
function placeOf({ site, app }: SharedRequest): string {
  return pathSegment(app?.bundle || site?.domain || hostOfPage(site?.page) || unknownPlace) ?? unknownPlace;
}

/** Converts one ad of a space to a bid. */
function readAd(ad: unknown, impid: string): DecodedBid['bid'] {
  const domain = textAt(ad, 'adom');
  return {
    id: textAt(ad, 'i'),
    impid,
    price: numberAt(ad, 'pr'),
    adm: textAt(ad, 'adm'),
    ...statedTexts(ad, { adid: 'id' }),
    ...(domain !== '' && { adomain: [domain] }),
    crid: textAt(ad, 'crid'),
    ...statedSize(ad, 'w', 'h'),
  };
}
