/** Tappx: the param `endpoint` is a path on a shared host or, if it looks like `zz123456ps`, the first label of its own host. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { typeOfImp } from '../adapter/media-type.ts';
import { refuseCall } from '../adapter/refusal.ts';
import { requestExt } from '../adapter/steps/body.ts';
import { floorOf } from '../adapter/steps/floor.ts';
import { requireParams } from '../adapter/steps/require.ts';
import { pathSegment, withQuery } from '../adapter/url.ts';

/** Matches endpoints that are host labels, such as `zz123456ps`. */
const label = /^[vz]z\d{3,20}(?:[a-z]{2,3}|test)$/;

export default defineBidder({
  code: 'tappx',
  endpoint: 'http://{{.Host}}',
  gvlVendorId: 628,
  capabilities: { app: ['banner', 'video'], site: ['banner', 'video'] },
  sync: {
    iframe:
      'https://ssp.api.tappx.com/cs/usersync.php?gdpr_optin={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&type=iframe&ruid={{.RedirectURL}}',
    userMacro: '{{TPPXUID}}',
  },
  params: Type.Object({
    host: Type.Optional(Type.String()),
    tappxkey: Type.String(),
    mktag: Type.Optional(Type.String()),
    endpoint: Type.String({ minLength: 1 }),
    bidfloor: Type.Optional(Type.Number()),
    bcid: Type.Optional(Type.Array(Type.String())),
    bcrid: Type.Optional(Type.Array(Type.String())),
  }),
  imp: [requireParams('tappxkey', 'endpoint'), floorOf((p) => p.bidfloor)],
  body: [requestExt(({ params: { tappxkey, mktag, bcid, bcrid } }) => ({ bidder: { tappxkey, mktag, bcid, bcrid } }))],
  macros: {
    Host: ({ params }) => (label.test(params.endpoint) ? `${params.endpoint}.pub.tappx.com` : 'ssp.api.tappx.com'),
  },
  url: (host, c) => {
    const { params, request, auction } = c;
    const { endpoint, tappxkey } = params;
    const segment = pathSegment(endpoint);
    if (segment === undefined) return refuseCall(c, 'the param endpoint cannot be a part of a path');
    const path = label.test(endpoint) ? '/rtb/' : `/rtb/v2/${segment}`;
    const ts = request.test === 1 ? undefined : auction.nowMs;
    return withQuery(`${host}${path}`, { tappxkey, ts, type_cnn: 'prebid', v: '1.6' });
  },
  headers: ['json'],
  currency: 'ignored',
  mediaType: [typeOfImp('video', 'banner')],
});
