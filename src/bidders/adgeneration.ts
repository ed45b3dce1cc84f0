/** Ad Generation: a private protocol, a GET for each banner with everything in the query; prices in yen if the request allows them. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import type { SharedRequest } from '../adapter/call-steps.ts';
import { numberAt, textAt } from '../adapter/json.ts';
import { badReply } from '../adapter/refusal.ts';
import { requireType } from '../adapter/steps/imp.ts';
import { objectReply, statedTexts } from '../adapter/steps/object-reply.ts';
import { requireParams } from '../adapter/steps/require.ts';
import { sizeTexts, statedSize } from '../adapter/steps/size.ts';
import { withQuery } from '../adapter/url.ts';

const yen = 'JPY';

export default defineBidder({
  code: 'adgeneration',
  endpoint: 'https://d.socdm.com/adsv/v1',
  capabilities: { app: ['banner'], site: ['banner'] },
  params: Type.Object({ id: Type.String() }),
  imp: [requireType('banner'), requireParams('id')],
  batch: 'perImp',
  method: 'GET',
  url: (endpoint, { params: { id }, imps: [first], request }) => {
    const { site, app, device = {}, source } = request;
    const os = device.os?.toLowerCase();
    return withQuery(endpoint, {
      adapterver: '1.0.3',
      currency: currencyFor(request),
      hb: true,
      id,
      posall: 'SSPLOC',
      sdkname: 'prebidserver',
      sdktype: os === 'android' ? 1 : os === 'ios' ? 2 : 0,
      sizes: sizeTexts(first!.imp.banner).join(',') || undefined,
      t: 'json3',
      tp: site?.page || undefined,
      transactionid: source?.tid || undefined,
      appbundle: app?.bundle || undefined,
      appname: app?.name || undefined,
      idfa: os === 'ios' ? device.ifa || undefined : undefined,
      advertising_id: os === 'android' ? device.ifa || undefined : undefined,
    });
  },
  headers: ['json', 'ua', 'ipv4'],
  note: ({ params: { id }, request }) => ({ id, cur: currencyFor(request) }),
  decode: objectReply((reply, { imps: [imp], note, isStored }) => {
    const results = reply['results'] ?? [];
    if (!Array.isArray(results)) return badReply('the reply has results that are not an array');
    if (results.length === 0) return { bids: [] };
    const isAnswer = isStored || textAt(reply, 'locationid') === textAt(note, 'id');
    if (!isAnswer) return badReply('the reply has the ad of another location than was asked for');
    const impid = imp?.id ?? '';
    const vast = textAt(reply, 'vastxml');
    const bid = {
      id: textAt(reply, 'locationid'),
      impid,
      price: numberAt(reply, 'cpm'),
      adm: (vast === '' ? bodyOf(textAt(reply, 'ad')) : playerOf(vast, impid)) + textAt(reply, 'beacon'),
      crid: textAt(reply, 'creativeid'),
      ...statedSize(reply, 'w', 'h'),
      ...statedTexts(reply, { dealid: 'dealid' }),
    };
    return { cur: textAt(note, 'cur') || yen, bids: [{ bid }] };
  }),
  mediaType: ['banner'],
});

/** The currency to ask for: yen if the request allows it or names no currency, else its first currency. */
function currencyFor({ cur: [first = yen, ...others] = [] }: SharedRequest): string {
  return others.includes(yen) ? yen : first;
}

/** Banner markup that loads the bidder's player and passes it the VAST. */
function playerOf(vast: string, impid: string): string {
  const id = impid.replaceAll(/[^\w-]/g, '_');
  const [options, video] = [{ s: id }, vast].map((value) => JSON.stringify(value).replaceAll('<', '\\u003c'));
  return (
    `<div id="apvad-${id}"></div><script type="text/javascript" id="apv" src="https://cdn.apvdr.com/js/VideoAd.min.js"></script>` +
    `<script type="text/javascript">new APV.VideoAd(${options}).load(${video});</script>`
  );
}

/** The contents of the `<body>` of a page; markup without one is returned unchanged. */
function bodyOf(page: string): string {
  const [start, end] = [page.indexOf('<body>'), page.lastIndexOf('</body>')];
  return start < 0 || end < start ? page : page.slice(start + '<body>'.length, end).trimStart();
}
