/** PulsePoint: publisher and slot are numbers or numeric strings; the first publisher applies to all imps. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { wholeAt } from '../adapter/json.ts';
import { typeOfImp } from '../adapter/media-type.ts';
import { publisherId } from '../adapter/steps/body.ts';
import { tagId } from '../adapter/steps/imp.ts';
import { firstParam } from '../adapter/steps/params.ts';
import { requireNumbers } from '../adapter/steps/require.ts';

export default defineBidder({
  code: 'pulsepoint',
  endpoint: 'http://bid.contextweb.com/header/s/ortb/prebid-s2s',
  gvlVendorId: 81,
  ortbVersion: '2.6',
  gppSupported: true,
  capabilities: { app: ['banner', 'video', 'audio', 'native'], site: ['banner', 'video', 'audio', 'native'] },
  sync: { redirect: 'https://bh.contextweb.com/rtset?pid=561205&ev=1&rurl={{.RedirectURL}}', userMacro: '%%VGUID%%' },
  params: Type.Object({
    cp: Type.Union([Type.Integer(), Type.String()]),
    ct: Type.Union([Type.Integer(), Type.String()]),
  }),
  imp: [requireNumbers('cp', 'ct'), tagId((p) => p.ct)],
  body: [publisherId(({ imps }) => firstParam(imps, (p) => wholeAt(p, 'cp')))],
  headers: ['json'],
  currency: 'ignored',
  mediaType: [typeOfImp('banner', 'video', 'audio', 'native')],
});
