/** AMX RTB: the param `tagId` is the publisher; `bid.ext` gives the media type and may name another seat. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { textAt, valueAt } from '../adapter/json.ts';
import { badReply } from '../adapter/refusal.ts';
import { publisherId } from '../adapter/steps/body.ts';
import { floorIn } from '../adapter/steps/floor.ts';
import { tagId } from '../adapter/steps/imp.ts';
import { lastParam } from '../adapter/steps/params.ts';
import { withQuery } from '../adapter/url.ts';

/** The value of `bid.ext.ct` for native ads. */
const nativeCreative = 10;

export default defineBidder({
  code: 'amx',
  endpoint: 'http://pbs.amxrtb.com/auction/openrtb',
  endpointCompression: 'gzip',
  gvlVendorId: 737,
  gppSupported: true,
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  sync: {
    iframe:
      'https://prebid.a-mo.net/isyn?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&s=pbs&cb={{.RedirectURL}}',
    redirect:
      'https://prebid.a-mo.net/cchain/0?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&s=pbs&cb={{.RedirectURL}}',
    userMacro: '$UID',
  },
  params: Type.Object({ tagId: Type.Optional(Type.String()), adUnitId: Type.Optional(Type.String()) }),
  imp: [tagId((p) => p.adUnitId), floorIn('USD')],
  body: [
    publisherId(({ imps }) => lastParam(imps, (p) => p.tagId)),
    (_, { imps }) => (imps.some(({ imp }) => (imp.bidfloor ?? 0) > 0) ? { cur: ['USD'] } : null),
  ],
  url: (endpoint) => withQuery(endpoint, { v: 'pbs1.3' }),
  headers: ['contentType'],
  faultHeader: 'x-nbr',
  mediaType: [
    ({ ext }) => {
      const [startdelay, ct] = [valueAt(ext, 'startdelay') ?? undefined, valueAt(ext, 'ct') ?? 0];
      if (typeof (startdelay ?? 0) !== 'number' || typeof ct !== 'number')
        return badReply('a bid has an ext that cannot be read');
      if (startdelay !== undefined) return 'video';
      return ct === nativeCreative ? 'native' : 'banner';
    },
  ],
  seat: ({ ext }) => textAt(ext, 'bc'),
  meta: ({ ext, adomain }) => ({
    advertiserDomains: adomain?.length ? adomain : undefined,
    demandSource: textAt(ext, 'ds') || undefined,
  }),
});
