/** PulsePoint: publisher and slot are numbers, also written as text; the first publisher stands for all imps. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { refuseImp } from '../adapter/definition.ts';
import { wholeAt } from '../adapter/json.ts';
import { typeOfImp } from '../adapter/media-type.ts';
import { publisherId } from '../adapter/steps/body.ts';
import { tagId } from '../adapter/steps/imp.ts';
import { firstParam } from '../adapter/steps/params.ts';

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
  imp: [
    ({ id }, { params: { cp = 0, ct = 0 } }) =>
      [cp, ct].every((given) => /^-?0*[1-9]\d*$/.test(String(given)))
        ? null
        : refuseImp(id, 'the params cp and ct must be whole numbers other than 0'),
    tagId((p) => p.ct),
  ],
  body: [publisherId(({ imps }) => firstParam(imps, (p) => wholeAt(p, 'cp')))],
  headers: ['json'],
  currency: 'ignored',
  mediaType: [typeOfImp('banner', 'video', 'audio', 'native')],
});
