/** Reads Adnuntius's replies, which are in a private protocol: bids for ad units. */
import { multiplyPrice } from '../../money/decimal.ts';
import type { Bid } from '../../openrtb/response.ts';
import { errorCode, type Problem } from '../../errors.ts';
import { isObject, type JsonObject } from '../../openrtb/json-object.ts';
import type { SentImp } from '../contract.ts';
import type { Decoded, ReplyContext } from '../reply-steps.ts';
import { numberAt, textAt, textsOf, valueAt } from '../json.ts';
import { markupObject } from '../native-markup.ts';
import { badReply, Refusal } from '../refusal.ts';
import { readEach, statedTexts } from '../steps/object-reply.ts';
import { inOneCurrency, type CurrencyBid } from '../steps/currency.ts';
import { statedSize } from '../steps/size.ts';

/** Adnuntius states the price of one ad, OpenRTB that of a thousand. */
const perThousand = { times: 1000, over: 1 };

/** One ad of a reply. `isDeal`: it was bought as a deal. `repeated`: the characters of its unit's markup that it repeats. */
interface FoundAd extends CurrencyBid {
  readonly bid: Bid;
  readonly isDeal: boolean;
  readonly repeated: number;
}

/** Limit of the characters that the deals of a reply may repeat: many deals with one long markup would fill the response. */
const mostRepeated = 500_000;

/** The bids of a reply: the highest-priced ad of each imp, and every deal. Ads in another currency than the first are dropped. */
export function decodeAdUnits(reply: JsonObject, { imps, note }: Pick<ReplyContext, 'imps' | 'note'>): Decoded {
  const found = readEach(reply['adUnits'], 'adUnits', (unit) => adsOf(unit, imps, note));
  const { cur, bids: all, problems } = inOneCurrency(found.flat());
  let charactersLeft = mostRepeated;
  const ads = all.filter(({ repeated }) => repeated === 0 || (charactersLeft -= repeated) >= 0);
  if (ads.length < all.length) problems.push(tooOften(all.length - ads.length));
  const highest = new Map<string | undefined, FoundAd>();
  // Incomplete bids do not compete here: the checks of bids report what they lack.
  const others: FoundAd[] = [];
  for (const ad of ads) {
    const known = highest.get(ad.bid.impid);
    if (ad.isDeal || !isComplete(ad.bid)) others.push(ad);
    else if ((ad.bid.price ?? 0) > (known?.bid.price ?? 0)) highest.set(ad.bid.impid, ad);
  }
  return { cur, bids: [...highest.values(), ...others], problems };
}

function isComplete({ id, crid, price = 0 }: Bid): boolean {
  return id !== '' && crid !== '' && price > 0 && price < Infinity;
}

function tooOften(deals: number): Problem {
  const message = `${deals} deals of the reply share markup that is too long to be sent with each of them`;
  return { code: errorCode.badServerResponse, message };
}

/** The first ad of a unit and its deals; a refusal if the unit is for no imp of the call. */
function adsOf(unit: JsonObject, imps: readonly SentImp[], note: unknown): (FoundAd | Refusal)[] | Refusal {
  const targetId = textAt(unit, 'targetId');
  // Some replies leave out the media type.
  const [suffix, stated] = /:(banner|native)$/.exec(targetId) ?? [''];
  const target = targetId.slice(0, targetId.length - suffix.length);
  const type = stated === 'native' || (stated === undefined && isObject(unit['nativeJson'])) ? 'native' : 'banner';
  // The target is free text and the imp's id: of several ids that fit, the longest is meant.
  const fitting = imps.filter(({ id }) => target.endsWith(`-${id}`));
  const impid = fitting.toSorted((a, b) => b.id.length - a.id.length)[0]?.id;
  if (impid === undefined) return badReply('an ad unit of the reply is for no imp that was asked for');
  const markup = markupObject(valueAt(unit, 'nativeJson', 'ortb'));
  // Serialized once for all ads: a long copy for each of many deals would fill the memory.
  const shared = type === 'banner' ? textAt(unit, 'html') : markup ? JSON.stringify(markup) : '';
  const priceAt = priceMember(textAt(note, 'bidTypes', impid));
  const wantsDsa = valueAt(note, 'wantsDsa') === true;
  const found = (ad: JsonObject, isDeal: boolean): FoundAd => {
    const price = isObject(ad[priceAt]) ? ad[priceAt] : ad['bid'];
    const own = type === 'banner' ? textAt(ad, 'html') : '';
    const bid = { ...bidOf(ad, { impid, price, adm: own || shared }), ...(wantsDsa && dsaOf(ad)) };
    return { bid, type, cur: textAt(price, 'currency'), isDeal, repeated: isDeal && own === '' ? shared.length : 0 };
  };
  const ads = readEach(unit['ads'], 'adUnits.ads', (ad) => found(ad, false));
  const first = ads.find((ad) => !(ad instanceof Refusal));
  return [
    ...ads.filter((ad) => ad === first || ad instanceof Refusal),
    ...readEach(unit['deals'], 'adUnits.deals', (ad) => found(ad, true)),
  ];
}

/** The member of an ad that holds the price which the param `bidType` selects. */
function priceMember(bidType: string): 'netBid' | 'grossBid' | 'bid' {
  if (/^net/i.test(bidType)) return 'netBid';
  return /^gross/i.test(bidType) ? 'grossBid' : 'bid';
}

/** The DSA member: on whose behalf the ad is shown and who paid, which Adnuntius leaves to the publisher to render. */
function dsaOf({ advertiser }: JsonObject): { ext?: JsonObject } {
  const name = textAt(advertiser, 'name');
  const paid = textAt(advertiser, 'legalName') || name;
  return name === '' ? {} : { ext: { dsa: { paid, behalf: paid, adrender: 0 } } };
}

function bidOf(ad: JsonObject, { impid, price, adm }: { impid: string; price: unknown; adm: string }): Bid {
  const id = textAt(ad, 'adId');
  return {
    id,
    impid,
    adm,
    price: multiplyPrice(numberAt(price, 'amount'), 1, perThousand),
    adid: id,
    adomain: textsOf(ad['advertiserDomains']),
    cid: textAt(ad, 'lineItemId'),
    crid: textAt(ad, 'creativeId'),
    ...statedSize(ad, 'creativeWidth', 'creativeHeight'),
    ...statedTexts(ad, { dealid: 'dealId' }),
  };
}
