/** TheAdX: the tag is the `tagid`; headers carry the device's user agent and IP. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { tagId } from '../adapter/steps/imp.ts';

export default defineBidder({
  code: 'theadx',
  endpoint: 'https://ssp.theadx.com/request?pbs=1',
  gvlVendorId: 556,
  capabilities: { app: ['banner', 'native', 'video', 'audio'], site: ['banner', 'native', 'video', 'audio'] },
  sync: { redirect: 'https://ssp.theadx.com/cookie?redirect_url={{.RedirectURL}}&?pbs=1', userMacro: '$UID' },
  params: Type.Object(
    {
      pid: Type.Optional(Type.Union([Type.Integer(), Type.String({ pattern: '^\\d+$' })])),
      tagid: Type.Optional(Type.Union([Type.Integer(), Type.String({ pattern: '^\\d+$' })])),
      wid: Type.Optional(Type.Union([Type.Integer(), Type.String()])),
    },
    { anyOf: [{ required: ['tagid'] }, { required: ['pid', 'wid', 'tagid'] }] },
  ),
  imp: [tagId((p) => p.tagid)],
  headers: [
    'json',
    'ortb25',
    ({ device: { ua = '', ipv6 = '', ip = '' } = {} }) => [
      'x-device-user-agent',
      ua,
      'x-real-ip',
      ipv6,
      'x-real-ip',
      ip,
    ],
    () => ['x-test', '1'],
  ],
  mediaType: ['ext'],
});
