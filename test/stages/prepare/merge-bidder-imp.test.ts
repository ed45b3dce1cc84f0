/** Merging an imp with the request's patch for one bidder (decisions, '`imp.ext.svc.imp.<bidder>`'). */
import t from 'tap';
import { freezeDeep } from '../../../src/openrtb/freeze.ts';
import { mergeBidderImp } from '../../../src/stages/prepare/merge-bidder-imp.ts';
import { wholeLists } from '../../support/whole-lists.ts';

const place = { path: 'imp[0].ext.svc.imp.a', namespace: 'svc' };
const imp = freezeDeep({
  id: 'i',
  banner: { w: 300, h: 250 },
  video: { mimes: ['video/mp4'] },
  rwdd: 1,
  ext: { data: { x: 1 }, svc: { own: 2 } },
});

function faultsOf(patch: object): string[] {
  return mergeBidderImp(imp, { ...patch }, place).verdict.faults;
}

t.test('a patch merges members and removes with null, and other members are shared', async (t) => {
  const { imp: merged, verdict } = mergeBidderImp(
    imp,
    { banner: { pos: 1 }, video: null, ext: { data: { y: 2 } } },
    place,
  );
  t.strictSame(merged, {
    id: 'i',
    banner: { w: 300, h: 250, pos: 1 },
    rwdd: 1,
    ext: { data: { x: 1, y: 2 }, svc: { own: 2 } },
  });
  t.strictSame([verdict.faults, verdict.warnings], [[], []]);
  t.equal(mergeBidderImp(imp, { bidfloor: 1 }, place).imp.banner, imp.banner);
});

t.test("the patch's rewarded flag takes precedence in either place", async (t) => {
  for (const patch of [{ rwdd: 0 }, { ext: { svc: { is_rewarded_inventory: 0 } } }]) {
    t.strictSame(mergeBidderImp(imp, patch, place).imp, { ...imp, rwdd: 0 });
  }
});

t.test('a patch cannot change the id', async (t) => {
  const { imp: merged, verdict } = mergeBidderImp(imp, { id: 'j' }, place);
  t.equal(merged.id, 'i');
  t.match(verdict.warnings, wholeLists([{ message: "imp[0].ext.svc.imp.a.id cannot change the imp's id: ignored" }]));
  t.strictSame(mergeBidderImp(imp, { id: 'i' }, place).verdict.warnings, []);
});

t.test('members that only the service reads are removed from a patch, and a place of 2.5 is moved', async (t) => {
  const svc = {
    bidder: { b: {} },
    imp: {},
    storedrequest: { id: 's' },
    storedauctionresponse: { id: 's' },
    is_rewarded_inventory: 1,
  };
  const { imp: merged } = mergeBidderImp({ id: 'i', ext: { svc: { own: 2 } } }, { ext: { svc } }, place);
  t.strictSame(merged, { id: 'i', ext: { svc: { own: 2 } }, rwdd: 1 });
  t.strictSame(mergeBidderImp({ id: 'i' }, { ext: { svc: { bidder: {} } } }, place).imp, { id: 'i', ext: {} });
});

t.test('a wrong type in a patch is a fault with its path', async (t) => {
  t.strictSame(faultsOf({ bidfloor: '1' }), ['imp[0].ext.svc.imp.a.bidfloor must be a number, not a string']);
  t.strictSame(faultsOf({ ext: 5 }), ['imp[0].ext.svc.imp.a.ext must be an object, not a number']);
  t.strictSame(faultsOf({ ext: { svc: 'x' } }), ['imp[0].ext.svc.imp.a.ext.svc must be an object, not a string']);
  t.strictSame(faultsOf({ ext: { svc: { options: { echovideoattrs: 1 } } } }), [
    'imp[0].ext.svc.imp.a.ext.svc.options.echovideoattrs must be a boolean, not a number',
  ]);
});
