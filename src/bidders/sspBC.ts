/** sspBC (Wirtualna Polska): an envelope holds the request and its entry point; params are optional. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { addQuery } from '../adapter/url.ts';

/** The version of this envelope. */
const version = '6.0';

export default defineBidder({
  code: 'sspBC',
  endpoint: 'https://ssp.wp.pl/v2/bidder/prebidserver',
  gvlVendorId: 676,
  capabilities: { site: ['banner'] },
  sync: {
    iframe: 'https://ssp.wp.pl/bidder/usersync?tcf=2&redirect={{.RedirectURL}}',
    redirect:
      'https://ssp.wp.pl/v1/sync/prebid-server/pixel?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&redirect={{.RedirectURL}}',
    userMacro: '$UID',
  },
  params: Type.Object({
    siteid: Type.Optional(Type.String()),
    id: Type.Optional(Type.String()),
    test: Type.Optional(Type.Integer()),
  }),
  readsParams: false,
  url: (endpoint) => addQuery(endpoint, 'bdver', version),
  encode: (bidRequest, { auction }) => ({ bidRequest, requestInfo: { PbsEntryPoint: auction.entryPoint } }),
  mediaType: ['mtype'],
});
