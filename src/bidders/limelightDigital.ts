/** Limelight Digital: a call for each imp, whose id ends the request id; its aliases are marketplaces that run on it. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import type { AliasOptions } from '../adapter/facts.ts';
import { typeOfImp } from '../adapter/media-type.ts';
import { floorIn } from '../adapter/steps/floor.ts';
import { dropExt } from '../adapter/steps/imp.ts';

export default defineBidder({
  code: 'limelightDigital',
  endpoint: 'http://ads-pbs.ortb.net/openrtb/{{.PublisherID}}?host={{.Host}}',
  capabilities: { app: ['banner', 'video', 'audio', 'native'], site: ['banner', 'video', 'audio', 'native'] },
  aliases: [
    marketplace('adsyield', 'open-adsyield.com'),
    marketplace('adtg_org', 'rtb.adtarget.org'),
    marketplace('altstar', 'ads-altstarmedia.com'),
    marketplace('anzuExchange', 'marketplace-anzu.io'),
    marketplace('appstock', 'pre.vr-tb.com'),
    marketplace('embimedia', 'bidder-embi.media'),
    marketplace('greedygame', 'rtb-greedygame.com'),
    marketplace('nuclion', 'rtb-nuclion.io'),
    marketplace('orangeclickmedia', 'scotty.orangeclickmedia.com'),
    marketplace('oveeo', 'rtb-oveeo.com'),
    marketplace('pgamrtb', 'pgamrtb.com'),
    marketplace('rtbdemand', 'ads-rtbdemand.com'),
    marketplace('smootai', 'ads-smoot.com'),
    marketplace('streamvision', 'adops.streamvisionmedia.com'),
    marketplace('velonium', 'adxvel.com'),
    marketplace('xtrmqb', 'ortb.tech'),
    { code: '9dotsmedialtd', endpoint: 'http://ads-dot-pbs.ortb.net/openrtb/{{.PublisherID}}' },
    {
      code: 'evtech',
      endpoint: 'http://ads-pbs.direct.e-volution.ai/openrtb/{{.PublisherID}}?host={{.Host}}',
      sync: {
        iframe:
          'https://tracker.direct.e-volution.ai/sync.html?gdpr={{.GDPR}}&consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redirect={{.RedirectURL}}',
        redirect:
          'https://tracker.direct.e-volution.ai/sync?gdpr={{.GDPR}}&consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redirect={{.RedirectURL}}',
        userMacro: '{PLL_USER_ID}',
      },
    },
    { code: 'filmzie' },
    {
      code: 'iionads',
      endpoint: 'http://ads-pbs.iionads.com/openrtb/{{.PublisherID}}?host={{.Host}}',
      gvlVendorId: 1358,
    },
    { code: 'performist', endpoint: 'http://ads-pbs.performserv.com/openrtb/{{.PublisherID}}' },
    { code: 'streamlyn', endpoint: 'http://rtba.bidsxchange.com/openrtb/{{.PublisherID}}?host={{.Host}}' },
    { code: 'tgm' },
  ],
  params: Type.Object({
    host: Type.String({ format: 'hostname', pattern: '^.[^.]*\\..' }),
    publisherId: Type.Union([Type.Integer({ minimum: 1 }), Type.String({ pattern: '^[1-9][0-9]*$' })]),
  }),
  imp: [floorIn('USD'), dropExt()],
  batch: 'perImp',
  body: [({ id = '' }, { imps }) => ({ id: `${id}-${imps[0]!.imp.id ?? ''}`, ext: undefined })],
  macros: { Host: ({ params }) => params.host, PublisherID: ({ params }) => params.publisherId },
  headers: ['json'],
  mediaType: [typeOfImp('banner', 'video', 'audio', 'native')],
});

/** A marketplace that runs on this bidder at its own domain. */
function marketplace(code: string, domain: string): AliasOptions {
  return { code, endpoint: `http://ads-pbs.${domain}/openrtb/{{.PublisherID}}?host={{.Host}}` };
}
