/** EX.CO: params name each imp's `tagid` and the publisher; the last imp's publisher applies. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { mtypeOf } from '../adapter/steps/bid-type.ts';
import { publisherId } from '../adapter/steps/body.ts';
import { tagId } from '../adapter/steps/imp.ts';
import { requireParams } from '../adapter/steps/require.ts';

export default defineBidder({
  code: 'exco',
  endpoint: 'https://v.ex.co/se/openrtb/hb/pbs',
  gvlVendorId: 444,
  capabilities: { app: ['banner', 'video'], site: ['banner', 'video'] },
  sync: {
    redirect:
      'https://sync.ex.co/v1/user_sync?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redirect={{.RedirectURL}}',
    userMacro: '[UID]',
  },
  params: Type.Object({
    accountId: Type.String({ minLength: 1 }),
    publisherId: Type.String({ minLength: 1 }),
    tagId: Type.String({ minLength: 1 }),
  }),
  imp: [requireParams('tagId', 'publisherId'), tagId((p) => p.tagId)],
  body: [publisherId(({ imps }) => imps.at(-1)?.params.publisherId)],
  headers: ['contentType'],
  currency: 'ignored',
  mediaType: [mtypeOf('banner', 'video')],
});
