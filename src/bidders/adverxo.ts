/** Adverxo: a call for each imp, with ad unit and token in the URL; its aliases are platforms that run on it. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import type { FactOptions } from '../adapter/facts.ts';
import { mtypeOf } from '../adapter/steps/bid-type.ts';
import { priceMacro, unwrapNative } from '../adapter/steps/bid.ts';
import { floorIn } from '../adapter/steps/floor.ts';

export default defineBidder({
  code: 'adverxo',
  ...servedAt('pbsadverxo.com', 'pbsadverxo.com'),
  endpointCompression: 'gzip',
  capabilities: { app: ['banner', 'native', 'video'], site: ['banner', 'native', 'video'] },
  aliases: [
    { code: 'adport', ...servedAt('adport.pbsadverxo.com', 'cittamatra.com') },
    { code: 'alchemyx', ...servedAt('alchemyx.live', 'alchemyx.online') },
    { code: 'bidsmind', ...servedAt('bidsmind.pbsadverxo.com', 'taetee.com') },
    { code: 'harrenmedia', ...servedAt('harrenmedia.pbsadverxo.com', 'hmidssp.com') },
  ],
  params: Type.Object({ adUnitId: Type.Integer({ minimum: 1 }), auth: Type.String({ minLength: 6 }) }),
  imp: [floorIn('USD')],
  batch: 'perImp',
  macros: { AdUnit: ({ params }) => params.adUnitId, TokenID: ({ params }) => params.auth },
  headers: ['json'],
  mediaType: [mtypeOf('banner', 'video', 'native')],
  bid: [unwrapNative(), priceMacro('adm')],
});

/** The endpoint and user sync of a platform. */
function servedAt(host: string, syncHost: string): FactOptions {
  const page = (type: 'iframe' | 'image') =>
    `https://${syncHost}/usync?type=${type}&gdpr={{.GDPR}}&consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redirect={{.RedirectURL}}`;
  return {
    endpoint: `https://${host}/auction?id={{.AdUnit}}&auth={{.TokenID}}`,
    sync: { iframe: page('iframe'), redirect: page('image'), userMacro: '$UID' },
  };
}
