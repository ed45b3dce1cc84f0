/** Adverxo: a call for each imp, ad unit and token in the URL; platforms of other names run on it. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { badReply } from '../adapter/definition.ts';
import { markupObject, memberText } from '../adapter/native-markup.ts';
import { mtypeOf } from '../adapter/steps/bid-type.ts';
import { priceMacro } from '../adapter/steps/bid.ts';
import { floorIn } from '../adapter/steps/floor.ts';

export default defineBidder({
  code: 'adverxo',
  endpoint: 'https://pbsadverxo.com/auction?id={{.AdUnit}}&auth={{.TokenID}}',
  endpointCompression: 'gzip',
  capabilities: { app: ['banner', 'native', 'video'], site: ['banner', 'native', 'video'] },
  sync: {
    iframe:
      'https://pbsadverxo.com/usync?type=iframe&gdpr={{.GDPR}}&consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redirect={{.RedirectURL}}',
    redirect:
      'https://pbsadverxo.com/usync?type=image&gdpr={{.GDPR}}&consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redirect={{.RedirectURL}}',
    userMacro: '$UID',
  },
  aliases: [
    {
      code: 'adport',
      endpoint: 'https://adport.pbsadverxo.com/auction?id={{.AdUnit}}&auth={{.TokenID}}',
      sync: {
        iframe:
          'https://cittamatra.com/usync?type=iframe&gdpr={{.GDPR}}&consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redirect={{.RedirectURL}}',
        redirect:
          'https://cittamatra.com/usync?type=image&gdpr={{.GDPR}}&consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redirect={{.RedirectURL}}',
        userMacro: '$UID',
      },
    },
    {
      code: 'alchemyx',
      endpoint: 'https://alchemyx.live/auction?id={{.AdUnit}}&auth={{.TokenID}}',
      sync: {
        iframe:
          'https://alchemyx.online/usync?type=iframe&gdpr={{.GDPR}}&consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redirect={{.RedirectURL}}',
        redirect:
          'https://alchemyx.online/usync?type=image&gdpr={{.GDPR}}&consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redirect={{.RedirectURL}}',
        userMacro: '$UID',
      },
    },
    {
      code: 'bidsmind',
      endpoint: 'https://bidsmind.pbsadverxo.com/auction?id={{.AdUnit}}&auth={{.TokenID}}',
      sync: {
        iframe:
          'https://taetee.com/usync?type=iframe&gdpr={{.GDPR}}&consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redirect={{.RedirectURL}}',
        redirect:
          'https://taetee.com/usync?type=image&gdpr={{.GDPR}}&consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redirect={{.RedirectURL}}',
        userMacro: '$UID',
      },
    },
    {
      code: 'harrenmedia',
      endpoint: 'https://harrenmedia.pbsadverxo.com/auction?id={{.AdUnit}}&auth={{.TokenID}}',
      sync: {
        iframe:
          'https://hmidssp.com/usync?type=iframe&gdpr={{.GDPR}}&consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redirect={{.RedirectURL}}',
        redirect:
          'https://hmidssp.com/usync?type=image&gdpr={{.GDPR}}&consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redirect={{.RedirectURL}}',
        userMacro: '$UID',
      },
    },
  ],
  params: Type.Object({ adUnitId: Type.Integer({ minimum: 1 }), auth: Type.String({ minLength: 6 }) }),
  imp: [floorIn('USD')],
  batch: 'perImp',
  macros: { AdUnit: ({ params }) => params.adUnitId, TokenID: ({ params }) => params.auth },
  headers: ['json'],
  mediaType: [mtypeOf('banner', 'video', 'native')],
  bid: [
    ({ adm = '' }, { type }) => {
      if (type !== 'native') return null;
      const inner = memberText(adm, 'native');
      return markupObject(inner) === undefined
        ? badReply('a native bid has no markup that can be read')
        : { adm: inner };
    },
    priceMacro('adm'),
  ],
});
