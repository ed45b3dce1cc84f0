/** MobileFuse: the placement is the `tagid`; of `imp.ext` only `skadn` is sent. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { mtypeOf } from '../adapter/steps/bid-type.ts';
import { keepInExt, requireType, tagId } from '../adapter/steps/imp.ts';

export default defineBidder({
  code: 'mobilefuse',
  endpoint: 'http://mfx.mobilefuse.com/openrtb',
  endpointCompression: 'gzip',
  gvlVendorId: 909,
  ortbVersion: '2.6',
  gppSupported: true,
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  sync: {
    iframe: 'https://mfx.mobilefuse.com/usync?us_privacy={{.USPrivacy}}&pxurl={{.RedirectURL}}',
    redirect: 'https://mfx.mobilefuse.com/getuid?us_privacy={{.USPrivacy}}&redir={{.RedirectURL}}',
    userMacro: '$UID',
  },
  params: Type.Object({ placement_id: Type.Integer() }),
  imp: [requireType('banner', 'video', 'native'), tagId((p) => p.placement_id), keepInExt('skadn')],
  headers: ['json'],
  currency: 'ignored',
  mediaType: [mtypeOf('banner', 'video', 'native')],
});
