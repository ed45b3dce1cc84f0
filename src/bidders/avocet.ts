/** Avocet: the request unchanged; the host must set the endpoint; bids with a duration or VPAID are videos. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { numberAt, wholeAt } from '../adapter/json.ts';
import type { Bid } from '../openrtb/response.ts';

export default defineBidder({
  code: 'avocet',
  gvlVendorId: 63,
  disabled: true,
  capabilities: { app: ['banner', 'video'], site: ['banner', 'video'] },
  sync: {
    redirect:
      'https://ads.avct.cloud/getuid?&gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&url={{.RedirectURL}}',
    userMacro: '{{UUID}}',
  },
  params: Type.Object(
    { placement: Type.Optional(Type.String()), placement_code: Type.Optional(Type.String()) },
    { oneOf: [{ required: ['placement'] }, { required: ['placement_code'] }] },
  ),
  readsParams: false,
  headers: ['json'],
  currency: 'ignored',
  mediaType: [(bid) => (durationOf(bid) > 0 || wantsVpaid(bid) ? 'video' : undefined), 'adm', 'banner'],
  video: (bid) => ({ duration: durationOf(bid) }),
  dealpriority: ({ ext }) => wholeAt(ext, 'avocet', 'deal_priority'),
});

/** The duration of the bid's video in seconds; 0 for other bids. */
function durationOf({ ext }: Bid): number {
  return wholeAt(ext, 'avocet', 'duration');
}

/** True for a bid that needs a VPAID 1.0 or 2.0 player. */
function wantsVpaid(bid: Bid): boolean {
  return [1, 2].includes(numberAt(bid, 'api'));
}
