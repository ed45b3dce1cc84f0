/** Bright Mountain Media: a call for each imp; the placement is the `tagid`. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { typeOfImp } from '../adapter/media-type.ts';
import { dropExt, requireType, tagId } from '../adapter/steps/imp.ts';

export default defineBidder({
  code: 'bmtm',
  endpoint: 'https://one.elitebidder.com/api/pbs',
  capabilities: { app: ['banner', 'video'], site: ['banner', 'video'] },
  sync: { supports: ['redirect'] },
  params: Type.Object({ placement_id: Type.Number({ minimum: 1 }) }),
  imp: [requireType('banner', 'video'), tagId((p) => p.placement_id), dropExt()],
  batch: 'perImp',
  headers: ['json', 'ua', 'ipOrIpv6', 'referer'],
  currency: 'ignored',
  mediaType: [typeOfImp('banner', 'video')],
});
