/** Steps that change the request of one call, and `set` and `within`, which fit any object. */
import t from 'tap';
import { set, within } from '../../../src/adapter/steps/any.ts';
import { addToExt, inventory, inventoryId, publisherId, requestExt } from '../../../src/adapter/steps/body.ts';
import type { Imp } from '../../../src/openrtb/imp.ts';
import type { BidRequest } from '../../../src/openrtb/request.ts';
import { contextOf } from '../support.ts';

const c = contextOf({ id: 'p1' as string | number });
const none = contextOf({ id: '' as string | number });

t.test('publisherId and inventoryId change site, app or dooh, whichever is there', async (t) => {
  const publisher = publisherId<{ id: string | number }, unknown>(({ params }) => params.id);
  t.strictSame(publisher({ site: { page: 'x', publisher: { id: 'old', name: 'n' } } }, c), {
    site: { page: 'x', publisher: { id: 'p1', name: 'n' } },
  });
  t.strictSame(publisher({ app: {} }, contextOf({ id: 7 })), { app: { publisher: { id: '7' } } });
  t.strictSame(publisher({ dooh: {} }, c), { dooh: { publisher: { id: 'p1' } } });
  t.strictSame(publisher({ site: {} }, none), {});
  t.strictSame(publisher({}, c), {});
  const id = inventoryId<{ id: string | number }, unknown>(({ params }) => params.id);
  t.strictSame(id({ app: { bundle: 'b' } }, c), { app: { bundle: 'b', id: 'p1' } });
  t.strictSame(inventory(() => ({ publisher: undefined }))({ site: { publisher: {} } }, c), {
    site: { publisher: undefined },
  });
});

t.test('requestExt replaces the ext of the request, addToExt adds to it', async (t) => {
  t.strictSame(requestExt(() => ({ a: 1 }))({ ext: { b: 2 } }, c), { ext: { a: 1 } });
  t.strictSame(addToExt(() => ({ a: 1 }))({ ext: { b: 2 } }, c), { ext: { a: 1, b: 2 } });
});

t.test('set replaces members, within changes an object that is there', async (t) => {
  t.strictSame(set({ cur: ['USD'] })(), { cur: ['USD'] });
  const device = within<BidRequest, 'device', unknown>('device', ({ w = 0 }) => ({ w: w + 1 }));
  t.strictSame(device({ device: { w: 1, h: 2 } }, c), { device: { w: 2, h: 2 } });
  t.equal(device({}, c), null);
  t.equal(within<BidRequest, 'user', unknown>('user', () => null)({ user: {} }, c), null);
  const rewarded = within<Imp, 'video', unknown>('video', (_, __, { rwdd }) => ({ ext: { rewarded: rwdd } }));
  t.strictSame(rewarded({ video: {}, rwdd: 1 }, c), { video: { ext: { rewarded: 1 } } });
});
