/** Adserver.Online: a call for each imp, with its zone in the URL; its aliases are platforms that run on it. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import type { FactOptions } from '../adapter/facts.ts';
import { priceMacro } from '../adapter/steps/bid.ts';

export default defineBidder({
  code: 'aso',
  ...servedAt('aso1.net'),
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  aliases: [
    { code: 'adklip', ...servedAt('adklip.net') },
    { code: 'bcmint', ...servedAt('datacygnal.io') },
    { code: 'bidgency', ...servedAt('bidgx.com') },
    { code: 'kuantyx', ...servedAt('kntxy.com') },
  ],
  params: Type.Object({ zone: Type.Integer() }),
  batch: 'perImp',
  macros: { ZoneID: ({ params }) => params.zone },
  headers: ['json'],
  mediaType: ['ext'],
  bid: [priceMacro('adm', 'nurl')],
});

/** The endpoint and user sync of the platform at this domain. */
function servedAt(domain: string): FactOptions {
  return {
    endpoint: `https://srv.${domain}/pbs/bidder?zid={{.ZoneID}}`,
    sync: {
      redirect: `https://track.${domain}/sync/v2?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&usp={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&redir={{.RedirectURL}}`,
      userMacro: '{uid}',
    },
  };
}
