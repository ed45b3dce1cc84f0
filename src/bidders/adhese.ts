/** Adhese: the account is part of the host; `imp.ext` holds only the slot (location and format) and the targets. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { valueAt } from '../adapter/json.ts';
import { impExt } from '../adapter/steps/imp.ts';
import { aBid, aSeat } from '../adapter/steps/seats.ts';
import { isObject } from '../openrtb/json-object.ts';

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
  decode: aBid('Empty SeatBid.Bid', aSeat('Empty SeatBid')),
  mediaType: ['onlyImpType', 'adm', 'banner'],
  bid: [
    ({ ext }) => {
      const adhese = valueAt(ext, 'adhese');
      return isObject(adhese) ? { ext: adhese } : null;
    },
  ],
});
