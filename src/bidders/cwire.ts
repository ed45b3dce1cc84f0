/** C-WIRE: the request unchanged; all params are optional. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { mtypeOf } from '../adapter/steps/bid-type.ts';

export default defineBidder({
  code: 'cwire',
  endpoint: 'https://ortb.cwi.re/v1/bid',
  endpointCompression: 'gzip',
  gvlVendorId: 1081,
  modifyingVastXmlAllowed: true,
  capabilities: { app: ['banner', 'video'], site: ['banner', 'video'] },
  sync: {
    iframe: 'https://prebid.cwi.re/v1/usersync?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&rd={{.RedirectURL}}',
    redirect: 'https://prebid.cwi.re/v1/usersync?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&rd={{.RedirectURL}}',
    userMacro: '$UID',
  },
  params: Type.Object({
    placementId: Type.Optional(Type.Integer()),
    domainId: Type.Optional(Type.Integer()),
    pageId: Type.Optional(Type.Integer()),
    cwcreative: Type.Optional(Type.String()),
    cwdebug: Type.Optional(Type.Boolean()),
    cwfeatures: Type.Optional(Type.Array(Type.String())),
  }),
  readsParams: false,
  headers: ['json'],
  mediaType: [mtypeOf('banner', 'video')],
});
