/** Ad Generation: a private protocol, one GET to a banner, all of it in the query; prices are in yen. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { badReply } from '../adapter/definition.ts';
import { asList, numberAt, textAt, wholeAt } from '../adapter/json.ts';
import { requireType } from '../adapter/steps/imp.ts';
import { requireParam } from '../adapter/steps/require.ts';
import { bannerSizes } from '../adapter/steps/size.ts';
import { withQuery } from '../adapter/url.ts';
import { isObject } from '../openrtb/merge-patch.ts';

const currency = 'JPY';

export default defineBidder({
  code: 'adgeneration',
  endpoint: 'https://d.socdm.com/adsv/v1',
  capabilities: { app: ['banner'], site: ['banner'] },
  params: Type.Object({ id: Type.String() }),
  imp: [requireType('banner'), requireParam('id', (p) => p.id)],
  batch: 'perImp',
  method: 'GET',
  url: (endpoint, { params: { id }, imps: [first], request: { site, app, device = {}, source } }) => {
    const sizes = bannerSizes(first!.imp.banner).map(({ w, h }) => `${w}x${h}`);
    const os = device.os?.toLowerCase();
    return withQuery(endpoint, {
      adapterver: '1.0.3',
      currency,
      hb: true,
      id,
      posall: 'SSPLOC',
      sdkname: 'prebidserver',
      sdktype: os === 'android' ? 1 : os === 'ios' ? 2 : 0,
      sizes: sizes.join(',') || undefined,
      t: 'json3',
      tp: site?.page || undefined,
      transactionid: source?.tid || undefined,
      appbundle: app?.bundle || undefined,
      appname: app?.name || undefined,
      idfa: os === 'ios' ? device.ifa || undefined : undefined,
      advertising_id: os === 'android' ? device.ifa || undefined : undefined,
    });
  },
  headers: ['json', 'ua', 'ip'],
  decode: (reply, { imps: [imp] }) => {
    if (!isObject(reply)) return badReply('the reply is not a JSON object');
    if (asList(reply['results']).length === 0) return { bids: [] };
    const dealid = textAt(reply, 'dealid');
    const bid = {
      id: textAt(reply, 'locationid'),
      impid: imp?.id ?? '',
      price: numberAt(reply, 'cpm'),
      adm: withinBody(textAt(reply, 'ad')) + textAt(reply, 'beacon'),
      crid: textAt(reply, 'creativeid'),
      w: wholeAt(reply, 'w'),
      h: wholeAt(reply, 'h'),
      ...(dealid !== '' && { dealid }),
    };
    return { cur: currency, bids: [{ bid }] };
  },
  mediaType: ['banner'],
});

/** What stands in the body of a page; other markup as it is. */
function withinBody(page: string): string {
  const [start, end] = [page.indexOf('<body>'), page.lastIndexOf('</body>')];
  return start < 0 || end < start ? page : page.slice(start + '<body>'.length, end).trimStart();
}
