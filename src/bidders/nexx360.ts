/** Nexx360: the first imp's tag and placement go in the URL; `ext` names the calling server. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { typeAt } from '../adapter/steps/bid-type.ts';
import { requestExt } from '../adapter/steps/body.ts';
import { addToImpExt, dropFromExt } from '../adapter/steps/imp.ts';
import { withQuery } from '../adapter/url.ts';

export default defineBidder({
  code: 'nexx360',
  endpoint: 'http://fast.nexx360.io/prebid-server',
  endpointCompression: 'gzip',
  gvlVendorId: 965,
  capabilities: { app: ['banner', 'video', 'native', 'audio'], site: ['banner', 'video', 'native', 'audio'] },
  sync: {
    iframe:
      'https://fast.nexx360.io/usermatchredir/iframe?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&gpp={{.GPP}}&gppsid={{.GPPSID}}&redir={{.RedirectURL}}',
    redirect:
      'https://fast.nexx360.io/usermatchredir/redirect?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&gpp={{.GPP}}&gppsid={{.GPPSID}}&redir={{.RedirectURL}}',
    userMacro: '$UID',
  },
  aliases: [{ code: '1accord' }, { code: 'easybid' }, { code: 'prismassp' }],
  params: Type.Object(
    { tagId: Type.Optional(Type.String({ minLength: 1 })), placement: Type.Optional(Type.String({ minLength: 1 })) },
    { anyOf: [{ required: ['tagId'] }, { required: ['placement'] }] },
  ),
  imp: [dropFromExt('bidder'), addToImpExt((p) => ({ nexx360: p }))],
  body: [
    requestExt(({ auction: { host } }) => ({
      nexx360: { caller: [{ name: 'Prebid-Server', version: host.version || 'n/a' }] },
    })),
  ],
  url: (endpoint, { params }) =>
    withQuery(endpoint, { placement: params.placement || undefined, tag_id: params.tagId || undefined }),
  headers: ['contentTypePlain'],
  mediaType: [typeAt('ext', 'bidType')],
});
