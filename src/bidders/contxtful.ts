/** Contxtful: a private protocol around the whole OpenRTB request; the reply is a plain list of bids. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import type { Decoded } from '../adapter/reply-steps.ts';
import { numberAt, textAt } from '../adapter/json.ts';
import { statedSize } from '../adapter/steps/size.ts';
import { mediaTypeNamed } from '../adapter/media-type.ts';
import { badReply, Refusal } from '../adapter/refusal.ts';
import { readEach, statedTexts } from '../adapter/steps/object-reply.ts';
import { inOneCurrency, type CurrencyBid } from '../adapter/steps/currency.ts';
import { requireParams } from '../adapter/steps/require.ts';
import { isObject, type JsonObject } from '../openrtb/json-object.ts';

export default defineBidder({
  code: 'contxtful',
  endpoint: 'https://prebid.receptivity.io/v1/pbs/{{.AccountID}}/bid',
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  sync: {
    iframe:
      'https://sync.receptivity.io/pbs/iframe?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&redirect={{.RedirectURL}}',
    userMacro: '$UID',
  },
  params: Type.Object({ placementId: Type.String({ minLength: 1 }), customerId: Type.String({ minLength: 1 }) }),
  imp: [requireParams('placementId', 'customerId')],
  macros: { AccountID: ({ params }) => params.customerId },
  encode: (ortb2, { params, imps }) => ({
    ortb2,
    bidRequests: imps.map(({ imp: { id: bidId }, params: { placementId } }) => ({
      bidId,
      bidder: 'contxtful',
      params: { placementId },
    })),
    bidderRequest: { bidderCode: 'contxtful' },
    config: { contxtful: { version: 'v1', customer: params.customerId } },
  }),
  headers: ['json'],
  decode: (reply) => (Array.isArray(reply) ? readBids(reply) : badReply('the reply is not a list of bids')),
  mediaType: ['onlyImpType', 'adm', 'banner'],
});

/** Reads a list of bids. An entry without price or imp is a trace, which is skipped; one without media type or markup is reported. */
function readBids(list: readonly unknown[]): Decoded {
  return inOneCurrency(readEach(list, 'list', (one) => (one['cpm'] && one['requestId'] ? readBid(one) : trace)));
}

const trace = new Refusal(undefined);

/** Converts a bid from the private format to OpenRTB. */
function readBid(one: JsonObject): CurrencyBid | Refusal {
  const { ext } = one;
  const [impid, adm] = [textAt(one, 'requestId'), textAt(one, 'adm')];
  const lack = textAt(one, 'mediaType').trim() === '' ? 'media type' : adm.trim() === '' ? 'markup' : undefined;
  if (lack !== undefined) return badReply(`bid ${impid.slice(0, 100)} has no ad ${lack}`);
  const type = mediaTypeNamed(one['mediaType']);
  const bid = {
    id: `contxtful-${impid}`,
    impid,
    price: numberAt(one, 'cpm'),
    adm,
    crid: textAt(one, 'creativeId'),
    ...statedSize(one, 'width', 'height'),
    ...statedTexts(one, { nurl: 'nurl', burl: 'burl', lurl: 'lurl' }),
    ...(isObject(ext) && { ext }),
  };
  return { bid, cur: textAt(one, 'currency'), ...(type !== undefined && { type }) };
}
