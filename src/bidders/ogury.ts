/** Ogury: asks for imps with ad unit keys; without any, for all imps if the publisher is known. */
import { Type, type Static } from 'typebox';
import type { ShapedImp } from '../adapter/call-steps.ts';
import { defineBidder } from '../adapter/define-bidder.ts';
import { badReply, refuse } from '../adapter/refusal.ts';
import { mtypeAmong } from '../adapter/steps/bid-type.ts';
import { floorIn } from '../adapter/steps/floor.ts';
import { without } from '../openrtb/json-object.ts';

const params = Type.Object(
  { assetKey: Type.Optional(Type.String({ minLength: 1 })), adUnitId: Type.Optional(Type.String({ minLength: 1 })) },
  { dependencies: { assetKey: ['adUnitId'], adUnitId: ['assetKey'] } },
);

export default defineBidder({
  code: 'ogury',
  endpoint: 'https://prebids2s.presage.io/api/header-bidding-request',
  endpointCompression: 'gzip',
  gvlVendorId: 31,
  modifyingVastXmlAllowed: true,
  capabilities: { app: ['banner'], site: ['banner'] },
  sync: {
    iframe:
      'https://ms-cookie-sync.presage.io/user-sync.html?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redirect={{.RedirectURL}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&source=prebids2s',
    redirect:
      'https://ms-cookie-sync.presage.io/user-sync?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redirect={{.RedirectURL}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&partner=prebids2s',
    userMacro: '{{OGURY_UID}}',
  },
  params,
  readsParams: false,
  imp: [
    ({ id, ext = {} }, { params }) => ({ tagid: id, ext: { ...without(ext, ['bidder']), ...params } }),
    floorIn('USD'),
  ],
  body: [
    ({ site, app }, { imps }) => {
      const keyed = keyedOf(imps);
      if (keyed.length > 0) return keyed.length < imps.length ? { imp: keyed.map(({ imp }) => imp) } : null;
      if (site?.publisher?.id || app?.publisher?.id) return null;
      return refuse('name assetKey and adUnitId in the params, or state site.publisher.id or app.publisher.id');
    },
  ],
  headers: ['contentType', 'ua', 'ip', 'language'],
  note: ({ imps }) => {
    const keyed = keyedOf(imps);
    return keyed.length > 0 && keyed.length < imps.length ? keyed.map(({ imp }) => imp.id) : undefined;
  },
  mediaType: [
    mtypeAmong(['banner'], ({ impid, mtype = 0 }) => `Unsupported MType "${mtype}", for impression "${impid}"`),
  ],
  bid: [
    ({ impid }, { note }) =>
      Array.isArray(note) && !note.includes(impid)
        ? badReply('a bid is for an imp without keys, which was not sent')
        : null,
  ],
});

/** The imps whose params have both keys of an ad unit. If there are any, only these are sent. */
function keyedOf(imps: readonly ShapedImp<Static<typeof params>>[]) {
  return imps.filter(({ params }) => params?.assetKey && params.adUnitId);
}
