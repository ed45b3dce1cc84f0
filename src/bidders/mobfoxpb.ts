/** MobFox: a call for each imp; the param `key` selects the direct route, `TagID` the exchange. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { refuseCall } from '../adapter/refusal.ts';
import { queryValue } from '../adapter/url.ts';

export default defineBidder({
  code: 'mobfoxpb',
  endpoint: 'http://bes.mobfox.com/?c=__route__&m=__method__&key=__key__',
  capabilities: { app: ['banner', 'video'], site: ['banner', 'video'] },
  params: Type.Object(
    { TagID: Type.Optional(Type.String({ minLength: 1 })), key: Type.Optional(Type.String({ minLength: 1 })) },
    { oneOf: [{ required: ['TagID'] }, { required: ['key'] }] },
  ),
  batch: 'perImp',
  url: (endpoint, c) => {
    const { key, TagID } = c.params;
    if (key)
      return endpoint
        .replace('__route__', 'rtb')
        .replace('__method__', 'req')
        .replace('__key__', () => queryValue(key));
    if (TagID) return endpoint.replace('__route__', 'o').replace('__method__', 'ortb');
    return refuseCall(c, 'the params lack key or TagID');
  },
  headers: ['json'],
  currency: 'ignored',
  mediaType: ['imp'],
});
