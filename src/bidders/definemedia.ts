/** Definemedia: the request as it is; a bid names its kind in its extension. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { badReply } from '../adapter/definition.ts';
import { statedType } from '../adapter/media-type.ts';

export default defineBidder({
  code: 'definemedia',
  endpoint: 'https://rtb.conative.network/openrtb2/auction',
  capabilities: { site: ['banner', 'native'] },
  params: Type.Object({ mandantId: Type.Integer(), adslotId: Type.Optional(Type.Integer()) }),
  readsParams: false,
  headers: ['json'],
  currency: 'ignored',
  mediaType: [
    ({ ext }, { namespace }) =>
      unasked.has(statedType(ext, namespace)) ? badReply('Invalid mediatype in the impression') : undefined,
    'ext',
  ],
});

/** Kinds for which it is not asked. */
const unasked: ReadonlySet<string> = new Set(['video', 'audio']);
