/** Huawei Ads: apps only, a private protocol; signed calls go to the device country's site unless `extraInfo` selects the endpoint. */
import { createHmac } from 'node:crypto';
import { Type, type Static } from 'typebox';
import type { SentImp } from '../adapter/contract.ts';
import { defineBidder } from '../adapter/define-bidder.ts';
import type { CallContext } from '../adapter/call-steps.ts';
import { asList, textAt } from '../adapter/json.ts';
import { decodeAds } from '../adapter/protocols/huaweiads-bids.ts';
import { countryOf, siteOf, sites } from '../adapter/protocols/huaweiads-countries.ts';
import { readNameRules } from '../adapter/protocols/huaweiads-names.ts';
import { isTest, requestBody, requireNames } from '../adapter/protocols/huaweiads.ts';
import { isRoll, slotKind, slotOf, type Slot } from '../adapter/protocols/huaweiads-slots.ts';
import { refuse, refuseImp } from '../adapter/refusal.ts';
import { onlyType } from '../adapter/steps/imp.ts';
import { requireParams } from '../adapter/steps/require.ts';
import { parsedJson } from '../openrtb/parsed-json.ts';

/** The path on each site, and the realm of the signature. */
const realm = 'ppsadx/getResult';

/** The fixed time at which test calls are signed. */
const testMs = 1_629_473_330_823;

const params = Type.Object({
  publisherid: Type.String({ minLength: 1 }),
  signkey: Type.String({ minLength: 1 }),
  keyid: Type.String({ minLength: 1 }),
  slotid: Type.String({ minLength: 1 }),
  adtype: Type.String({ minLength: 1 }),
});
type Params = Static<typeof params>;

export default defineBidder({
  code: 'huaweiads',
  endpoint: `https://acd.op.hicloud.com/${realm}`,
  disabled: true,
  gvlVendorId: 856,
  modifyingVastXmlAllowed: true,
  capabilities: { app: ['banner', 'native', 'video'] },
  params,
  example: { publisherid: 'example', signkey: 'example', keyid: 'example', slotid: 'example', adtype: 'banner' },
  ready: ({ extraInfo }) => ({
    rules: readNameRules(extraInfo),
    // True if the configured endpoint replaces the sites by country.
    usesEndpoint: textAt(parsedJson(extraInfo), 'closeSiteSelectionByCountry') === '1',
  }),
  imp: [
    (_, { request }) => requireNames(request),
    requireParams('publisherid', 'signkey', 'keyid', 'slotid', 'adtype'),
    // Both go in a header, where other characters could add members.
    ({ id }, { params: { publisherid, keyid } }) =>
      [publisherid, keyid].every((text) => /^[\w.-]+$/.test(text.trim()))
        ? null
        : refuseImp(id, 'publisherid and keyid must be letters, digits, dots and dashes'),
    (imp, { params }) => {
      const type = slotKind(params).types.find((type) => imp[type] !== undefined);
      if (type !== undefined) return onlyType(imp, type);
      return refuse(`imp ${JSON.stringify(imp.id)} offers nothing that a slot of its adtype can show`);
    },
    ({ id, video }, { params }) =>
      isRoll(params) && !video?.maxduration ? refuseImp(id, 'a slot of the adtype roll needs video.maxduration') : null,
  ],
  batch: { by: ({ params }) => JSON.stringify([...signerOf(params), isTest(params)]) },
  encode: requestBody,
  url: (endpoint, { request, ready }) =>
    ready.usesEndpoint ? endpoint : `https://${siteOf(countryOf(request))}/${realm}`,
  admitsHost: (host) => sites.has(host),
  headers: ['json', 'ua', (_, c) => ['authorization', signature(c)]],
  note: ({ imps }) => imps.map(({ imp, params }) => slotOf(imp, params)),
  decode: (reply, { note, imps, isStored }) =>
    decodeAds(reply, isStored ? imps.map(storedSlot) : (asList(note) as readonly Slot[])),
});

/** The slot of an imp with a stored reply: only its id and media type are known. */
function storedSlot({ id, types: [type = 'banner'] }: SentImp): Slot {
  return { slotid: '', impid: id, type, w: 0, h: 0, assets: [], ver: '' };
}

function signerOf({ publisherid, signkey, keyid }: Params): readonly [string, string, string] {
  return [publisherid.trim(), signkey.trim(), keyid.trim()];
}

function signature({ params, auction }: CallContext<Params>): string {
  const [publisher, key, keyid] = signerOf(params);
  const nonce = isTest(params) ? testMs : auction.nowMs;
  const hmac = createHmac('sha256', `${publisher}:${realm}:${key}`).update(`${nonce}:POST:/${realm}`);
  return (
    `Digest username=${publisher},realm=${realm},nonce=${nonce},response=${hmac.digest('hex')},` +
    `algorithm=HmacSHA256,usertype=1,keyid=${keyid}`
  );
}
