/** Attekmi (SmartHub): a white label; its aliases are partners, each with its own host. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import type { AliasOptions } from '../adapter/facts.ts';
import { typeAt } from '../adapter/steps/bid-type.ts';
import { aSeat } from '../adapter/steps/seats.ts';

export default defineBidder({
  code: 'smarthub',
  endpoint: 'https://prebid.attekmi.co/pbserver?partnerName={{.Host}}&seat={{.AccountID}}&token={{.SourceId}}',
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  sync: { supports: ['redirect'] },
  aliases: [
    ...['addigi', 'adinify', 'amcom', 'artechnology', 'felixads', 'jambojar', 'radiantfusion'].map(partner),
    ...['adastra', 'jdpmedia', 'markapp', 'tredio'].map((code) => ({
      ...partner(code),
      sync: { supports: ['redirect'] as const },
    })),
  ],
  params: Type.Object({
    partnerName: Type.Optional(Type.String()),
    seat: Type.String({ minLength: 1 }),
    token: Type.String({ minLength: 1 }),
  }),
  macros: {
    Host: ({ params }) => params.partnerName,
    AccountID: ({ params }) => params.seat,
    SourceId: ({ params }) => params.token,
  },
  headers: ['json', () => ['prebid-adapter-ver', '1.0.0']],
  decode: aSeat('Array SeatBid cannot be empty', 'Bad Server Response'),
  currency: 'ignored',
  mediaType: [typeAt('ext', 'mediaType')],
});

/** An alias with its own host. */
function partner(code: string): AliasOptions {
  return { code, endpoint: `https://${code}-prebid.attekmi.co/pbserver/?seat={{.AccountID}}&token={{.SourceId}}` };
}
