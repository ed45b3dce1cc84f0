/** Triplelift for native ads: only publishers on the host's list; on msn.com the tag comes from `imp.ext.data`. */
import { Type } from 'typebox';
import { decodeOpenrtb } from '../adapter/decode-openrtb.ts';
import { defineBidder } from '../adapter/define-bidder.ts';
import type { SharedRequest } from '../adapter/call-steps.ts';
import type { Decoded } from '../adapter/reply-steps.ts';
import { eachIn, textAt, valueAt } from '../adapter/json.ts';
import { refuse, Refusal } from '../adapter/refusal.ts';
import { floorIn, floorOf } from '../adapter/steps/floor.ts';
import { requireType, tagId } from '../adapter/steps/imp.ts';
import { requireParams } from '../adapter/steps/require.ts';
import { isObject } from '../openrtb/json-object.ts';
import { parsedJson } from '../openrtb/parsed-json.ts';
import type { Bid } from '../openrtb/response.ts';

export default defineBidder({
  code: 'triplelift_native',
  endpoint: 'https://tlx.3lift.com/s2sn/auction?supplier_id=20',
  gvlVendorId: 28,
  ortbVersion: '2.6',
  gppSupported: true,
  disabled: true,
  extraInfo: '{"publisher_whitelist":[]}',
  capabilities: { app: ['native'], site: ['native'] },
  sync: {
    iframe:
      'https://eb2.3lift.com/sync?gdpr={{.GDPR}}&cmp_cs={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&redir={{.RedirectURL}}',
    redirect:
      'https://eb2.3lift.com/getuid?gdpr={{.GDPR}}&cmp_cs={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&redir={{.RedirectURL}}',
    userMacro: '$UID',
  },
  params: Type.Object({ inventoryCode: Type.String({ minLength: 1 }), floor: Type.Optional(Type.Number()) }),
  ready: ({ extraInfo }) => {
    const publishers = valueAt(parsedJson(extraInfo), 'publisher_whitelist');
    if (Array.isArray(publishers)) return new Set<unknown>(publishers);
    throw new Error(
      'extraInfo must be JSON such as {"publisher_whitelist":["123"]}: the ids of publishers who may sell',
    );
  },
  imp: [
    requireType('native'),
    requireParams('inventoryCode'),
    tagId((p) => p.inventoryCode),
    ({ ext }, { request }) => {
      const tagid = publisherOf(request)?.domain === 'msn.com' ? textAt(ext, 'data', 'tag_code') : '';
      return tagid === '' ? null : { tagid };
    },
    floorOf((p) => p.floor, { cur: 'USD' }),
    floorIn('USD'),
  ],
  together: [
    (_, { request, ready, auction }) =>
      ready.has(sellerOf(request, auction.namespace)) ? null : refuse('the publisher is not on the list of extraInfo'),
  ],
  headers: ['json'],
  decode: decodeAnyExt,
  currency: 'ignored',
  mediaType: ['native'],
});

/** The publisher of the site or app. */
function publisherOf({ site, app }: SharedRequest) {
  return (site ?? app)?.publisher;
}

/** The publisher's id on the list: its parent account, else its own id, else `unknown`. */
function sellerOf(request: SharedRequest, namespace: string): string {
  const publisher = publisherOf(request);
  return textAt(publisher?.ext, namespace, 'parentAccount') || publisher?.id || 'unknown';
}

/** Reads an OpenRTB reply in which the `ext` of a bid may have any type, as in the recorded cases. Such an `ext` is passed on as it is. */
function decodeAnyExt(reply: unknown): Decoded | Refusal {
  const originalExts = new Map<unknown, unknown>();
  const decoded = decodeOpenrtb(
    eachIn(reply, 'seatbid', (seat) =>
      eachIn(seat, 'bid', (bid) => {
        if (!isObject(bid) || isObject(bid['ext'] ?? {})) return bid;
        const ext = {};
        originalExts.set(ext, bid['ext']);
        return { ...bid, ext };
      }),
    ),
  );
  if (decoded instanceof Refusal) return decoded;
  const bids = decoded.bids.map(({ bid, ...rest }) => ({
    ...rest,
    bid: originalExts.has(bid.ext) ? { ...bid, ext: originalExts.get(bid.ext) as NonNullable<Bid['ext']> } : bid,
  }));
  return { ...decoded, bids };
}
