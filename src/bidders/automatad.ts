/** Automatad: banners only. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';

export default defineBidder({
  code: 'automatad',
  endpoint: 'https://s2s.atmtd.com',
  capabilities: { app: ['banner'], site: ['banner'] },
  params: Type.Object({ position: Type.Optional(Type.String()), placementId: Type.Optional(Type.String()) }),
  readsParams: false,
  mediaType: ['banner'],
});
