/** Avocet: the request as it is, to an address of the host's own; bids that tell a duration or want VPAID are videos. */
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

/** Seconds that the bid's video takes; 0 for other bids. */
function durationOf({ ext }: Bid): number {
  return wholeAt(ext, 'avocet', 'duration');
}

/** True for a bid that runs in a player of VPAID 1.0 or 2.0. */
function wantsVpaid(bid: Bid): boolean {
  return [1, 2].includes(numberAt(bid, 'api'));
}
