/** PGAM SSP: sells for publishers and networks, floors in USD where there is a rate. */
import { Refusal, type ImpStep } from '../adapter/definition.ts';
import { numberedKinds, placementOrEndpoint } from '../adapter/families/placement-or-endpoint.ts';
import { floorIn } from '../adapter/steps/floor.ts';

const inUsd = floorIn('USD');

/** The floor in US dollars; without a rate it stays, and the imp is offered all the same. */
const usdFloor: ImpStep<unknown> = (imp, c) => {
  const made = inUsd(imp, c);
  return made instanceof Refusal ? null : made;
};

export default placementOrEndpoint({
  code: 'pgamssp',
  endpoint: 'http://us-east.pgammedia.com/pserver',
  gvlVendorId: 1353,
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  sync: {
    redirect:
      'https://cs.pgammedia.com/pserver?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&redir={{.RedirectURL}}',
    userMacro: '[UID]',
  },
  imp: [usdFloor],
  mediaType: [numberedKinds],
});
