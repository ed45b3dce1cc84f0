/** Adhese: the account is a host of its own; a slot is a location with a format, and targets go beside it. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { badReply, Refusal } from '../adapter/definition.ts';
import { valueAt } from '../adapter/json.ts';
import { impExt } from '../adapter/steps/imp.ts';
import { seats } from '../adapter/steps/seats.ts';
import { isObject } from '../openrtb/merge-patch.ts';

const aSeat = seats({ least: 1, says: () => 'Empty SeatBid' });

export default defineBidder({
  code: 'adhese',
  endpoint: 'https://ads-{{.AccountID}}.adhese.com/openrtb2',
  gvlVendorId: 553,
  modifyingVastXmlAllowed: true,
  capabilities: { app: ['banner', 'video'], site: ['banner', 'video'] },
  params: Type.Object({
    account: Type.String({ minLength: 1, pattern: '^[a-zA-Z0-9.-]+$' }),
    location: Type.String({ minLength: 1 }),
    format: Type.String(),
    targets: Type.Optional(Type.Object({})),
  }),
  imp: [
    impExt((p) => ({
      adhese: { ...p.targets, SL: valueAt(p, 'targets', 'SL') ?? [`${p.location ?? ''}-${p.format ?? ''}`] },
    })),
  ],
  onImpError: 'abort',
  macros: { AccountID: ({ params }) => params.account },
  headers: ['json'],
  decode: (reply) => {
    const decoded = aSeat(reply);
    if (decoded instanceof Refusal || decoded.bids.length > 0 || decoded.problems?.length) return decoded;
    return badReply('Empty SeatBid.Bid');
  },
  mediaType: ['onlyImpType', 'adm', 'banner'],
  bid: [
    ({ ext }) => {
      const own = valueAt(ext, 'adhese');
      return isObject(own) ? { ext: own } : null;
    },
  ],
});
