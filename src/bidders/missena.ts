/** Missena: a private protocol around the whole request; only asks for the first imp that has an `apiKey`. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import type { ShapedImp } from '../adapter/call-steps.ts';
import { numberAt, textAt, valueAt } from '../adapter/json.ts';
import { refuse } from '../adapter/refusal.ts';
import { convertFloor } from '../adapter/steps/floor.ts';
import { objectReply } from '../adapter/steps/object-reply.ts';
import { raiseUser } from '../openrtb/places.ts';
import { readUrl } from '../openrtb/web-address.ts';

/** The currencies of bids, the preferred one first; it is also the fallback for requests that allow neither. */
const currencies = ['USD', 'EUR'] as const;

const params = Type.Object({
  apiKey: Type.String({ minLength: 1 }),
  placement: Type.Optional(Type.String()),
  sample: Type.Optional(Type.String()),
  formats: Type.Optional(Type.Array(Type.String())),
  settings: Type.Optional(Type.Object({})),
});

export default defineBidder({
  code: 'missena',
  endpoint: 'https://bid.missena.io/?t={{.PublisherID}}',
  gvlVendorId: 687,
  modifyingVastXmlAllowed: true,
  capabilities: { app: ['banner'], site: ['banner'] },
  sync: {
    iframe:
      'https://sync.missena.io/iframe?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redirect={{.RedirectURL}}',
    userMacro: '$UID',
  },
  params,
  // Faulty params of an imp that is not asked for must do no harm: `askedOf` checks those of the one that is.
  readsParams: false,
  body: [
    (_, { imps }) => {
      const asked = askedOf(imps);
      return asked === undefined ? refuse('no imp has params with an apiKey') : { imp: [asked.imp] };
    },
  ],
  macros: { PublisherID: ({ imps }) => textAt(askedOf(imps)?.params, 'apiKey') },
  encode: ({ imp: _, ...request }, { imps, auction }) => {
    const { imp: asked, params: given } = askedOf(imps)!;
    const { id = '', tmax, user, cur = ['USD'] } = request;
    const currency = currencies.find((one) => cur.includes(one)) ?? 'USD';
    const { bidfloor = 0, bidfloorcur = '' } = asked;
    const floor = bidfloor > 0 ? convertFloor(bidfloor, [bidfloorcur, currency], auction) : undefined;
    if (floor !== undefined && typeof floor !== 'number') return floor;
    return {
      adunit: asked.id,
      currency,
      ...(floor !== undefined && { floor, floor_currency: currency }),
      ik: id,
      request_id: id,
      timeout: tmax,
      params: Object.fromEntries(Object.keys(params.properties).map((name) => [name, valueAt(given, name)])),
      ortb2: { ...request, imp: imps.map(({ imp }) => imp) },
      userEids: raiseUser(user ?? {}).eids,
      version: `prebid-server@${auction.host.version || 'unknown'}`,
    };
  },
  headers: ['json', 'ua', 'ipOrIpv6', 'referer', ({ site }) => ['origin', originOf(site?.page)]],
  note: ({ imps }) => askedOf(imps)?.imp.id,
  decode: objectReply((reply, { note, imps: [first] }) => {
    const id = textAt(reply, 'requestId');
    const impid = typeof note === 'string' ? note : (first?.id ?? '');
    const crid = textAt(reply, 'creativeId') || id;
    const bid = { id, impid, price: numberAt(reply, 'cpm'), adm: textAt(reply, 'ad'), crid };
    return { cur: textAt(reply, 'currency'), bids: [{ bid, type: 'banner' }] };
  }),
});

/** The imp to ask for: the first with an `apiKey`. */
function askedOf(imps: readonly ShapedImp<unknown>[]): ShapedImp<unknown> | undefined {
  return imps.find(({ params }) => textAt(params, 'apiKey') !== '');
}

/** The origin of a page; '' unless it is an http or https URL. */
function originOf(page = ''): string {
  return /^https?:/i.test(page) ? (readUrl(page)?.origin ?? '') : '';
}
