/** AdUp Technology: floors in the currency that `extraInfo` names. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { textAt } from '../adapter/json.ts';
import { parsedJson } from '../openrtb/parsed-json.ts';
import { mtypeOf } from '../adapter/steps/bid-type.ts';
import { floorIn } from '../adapter/steps/floor.ts';
import type { ImpContext } from '../adapter/call-steps.ts';
import type { Changes } from '../openrtb/with-changes.ts';
import { Refusal } from '../adapter/refusal.ts';
import type { Imp } from '../openrtb/imp.ts';

export default defineBidder({
  code: 'aduptech',
  endpoint: 'https://rtb.d.adup-tech.com/rtb/bid',
  gvlVendorId: 647,
  ortbVersion: '2.6',
  extraInfo: '{"target_currency": "EUR"}',
  capabilities: { app: ['banner', 'native'], site: ['banner', 'native'] },
  sync: {
    iframe:
      'https://rtb.d.adup-tech.com/service/sync?iframe=1&gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redirect={{.RedirectURL}}',
    redirect:
      'https://rtb.d.adup-tech.com/service/sync?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redirect={{.RedirectURL}}',
    userMacro: '[UID]',
  },
  params: Type.Object({
    publisher: Type.String({ minLength: 1 }),
    placement: Type.String({ minLength: 1 }),
    query: Type.Optional(Type.String()),
    adtest: Type.Optional(Type.Boolean()),
    debug: Type.Optional(Type.Boolean()),
    ext: Type.Optional(Type.Object({})),
  }),
  ready: ({ extraInfo }) => {
    const cur = textAt(parsedJson(extraInfo), 'target_currency');
    if (/^[A-Z]{3}$/.test(cur)) return { cur };
    throw new Error('extraInfo must be JSON with target_currency, a currency such as "EUR"');
  },
  readsParams: false,
  imp: [floorThroughUsd],
  headers: ['json'],
  mediaType: [mtypeOf('banner', 'native')],
});

/** Converts the floor to the bidder's currency, through US dollars if there is no direct rate. A floor without currency stays. */
function floorThroughUsd(imp: Imp, c: ImpContext<unknown, { readonly cur: string }>): Changes<Imp> | Refusal | null {
  if (!imp.bidfloorcur) return null;
  const toBidderCurrency = floorIn(c.ready.cur);
  const direct = toBidderCurrency(imp, c);
  if (!(direct instanceof Refusal)) return direct;
  const inUsd = floorIn('USD')(imp, c);
  return inUsd === null || inUsd instanceof Refusal ? direct : toBidderCurrency({ ...imp, ...inUsd } as Imp, c);
}
