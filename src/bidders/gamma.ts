/** Gamma: a GET for each imp, with everything in the query; a video comes as `vastXml`, its notice URL as `vastUrl`. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import type { CallContext } from '../adapter/call-steps.ts';
import { typeOfImp } from '../adapter/media-type.ts';
import { badReply } from '../adapter/refusal.ts';
import { requireType } from '../adapter/steps/imp.ts';
import { statedTexts } from '../adapter/steps/object-reply.ts';
import { requireParams } from '../adapter/steps/require.ts';
import { addQuery } from '../adapter/url.ts';

export default defineBidder({
  code: 'gamma',
  endpoint: 'https://hb.gammaplatform.com/adx/request/',
  capabilities: { app: ['banner', 'video'] },
  sync: { supports: ['iframe'] },
  params: Type.Object({ id: Type.String(), zid: Type.String(), wid: Type.String() }),
  imp: [requireType('banner', 'video'), requireParams('id', 'zid', 'wid')],
  batch: 'perImp',
  method: 'GET',
  url: (endpoint, c) => {
    let url = endpoint;
    for (const [name, value = ''] of Object.entries(queryOf(c))) if (value !== '') url = addQuery(url, name, value);
    return url;
  },
  headers: [() => ['accept', '*/*', 'cache-control', 'no-cache'], 'ortb25', 'ua', 'ipv4', 'language', 'dnt'],
  currency: 'ignored',
  mediaType: [typeOfImp('video', 'banner')],
  bid: [
    (bid, { type }) => {
      if (type !== 'video') return bid.adm ? null : badReply('a bid has no markup');
      const video = statedTexts(bid, { adm: 'vastXml', nurl: 'vastUrl' });
      if (video.adm === undefined) return badReply('a video has no vastXml');
      return { ...video, vastXml: undefined, vastUrl: undefined };
    },
  ],
});

/** The members of the query in the order in which they are sent. */
function queryOf({ request: { device, app }, params, imps }: CallContext<{ id: string; zid: string; wid: string }>) {
  return {
    id: params.id,
    zid: params.zid,
    wid: params.wid,
    bidid: imps[0]!.imp.id,
    hb: 'pbmobile',
    device_ip: device?.ip,
    device_model: device?.model,
    device_os: device?.os,
    device_ua: device?.ua,
    device_ifa: device?.ifa,
    app_id: app?.id,
    app_bundle: app?.bundle,
    app_name: app?.name,
  };
}
