/** Sovrn: the user's id goes in a cookie; markup arrives percent-encoded. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { idCookie } from '../adapter/headers.ts';
import { typeOfImp } from '../adapter/media-type.ts';
import { refuse } from '../adapter/refusal.ts';
import { floorOf } from '../adapter/steps/floor.ts';
import { addToImpExt, tagId } from '../adapter/steps/imp.ts';
import { requireVideo } from '../adapter/steps/require.ts';
import { saying } from '../adapter/steps/saying.ts';
import { queryDecoded } from '../adapter/url.ts';

export default defineBidder({
  code: 'sovrn',
  endpoint: 'http://pbs.lijit.com/rtb/bid?src=prebid_server',
  endpointCompression: 'gzip',
  gvlVendorId: 13,
  modifyingVastXmlAllowed: true,
  capabilities: { app: ['banner', 'video'], site: ['banner', 'video'] },
  sync: {
    iframe:
      'https://ap.lijit.com/beacon/prebid-server/?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&url={{.RedirectURL}}',
    redirect: 'https://ap.lijit.com/pixel?redir={{.RedirectURL}}',
    userMacro: '$UID',
  },
  params: Type.Object(
    {
      tagid: Type.Optional(Type.String()),
      tagId: Type.Optional(Type.String()),
      bidfloor: Type.Optional(Type.Union([Type.Number(), Type.String()])),
      adunitcode: Type.Optional(Type.String()),
    },
    { oneOf: [{ required: ['tagid'] }, { required: ['tagId'] }] },
  ),
  imp: [
    (_, { params: p }) => ((p.tagid || p.tagId)?.trim() ? null : refuse("Missing required parameter 'tagid'")),
    saying('Missing required video parameter', requireVideo('mimes', 'maxduration', 'protocols')),
    tagId((p) => p.tagid || p.tagId),
    addToImpExt((p) => ({ adunitcode: p.adunitcode || undefined })),
    floorOf((p) => Number(p.bidfloor), { when: 'ifNone' }),
  ],
  headers: ['contentTypePlain', 'ua', 'ipv4', 'language', 'dnt', idCookie('ljt_reader')],
  currency: 'ignored',
  mediaType: [typeOfImp('video', 'banner')],
  // Markup with a tag in it is not encoded.
  bid: [({ adm }) => (adm === undefined || adm.includes('<') ? null : { adm: queryDecoded(adm) })],
});
