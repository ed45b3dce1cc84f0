/** Steps that change one imp. */
import t from 'tap';
import { Refusal } from '../../../src/adapter/refusal.ts';
import {
  addToImpExt,
  displayManager,
  dropExt,
  dropFromExt,
  impExt,
  keepInExt,
  onlyFirstType,
  onlyTagId,
  requireType,
  tagId,
  typesApart,
} from '../../../src/adapter/steps/imp.ts';
import type { Imp } from '../../../src/openrtb/imp.ts';
import { contextOf } from '../support.ts';

const c = contextOf({});
const video = { mimes: ['video/mp4'] };

t.test('tagId takes a text or a number; without one the imp keeps its own', async (t) => {
  const step = tagId<{ tag?: string | number }>((p) => p.tag);
  t.strictSame(step({}, contextOf({ tag: 'a' })), { tagid: 'a' });
  t.strictSame(step({}, contextOf({ tag: 12 })), { tagid: '12' });
  t.equal(step({ tagid: 'kept' }, contextOf({})), null);
  t.equal(step({ tagid: 'kept' }, contextOf({ tag: '' })), null);
});

t.test('onlyTagId removes the tagid of an imp whose params name no tag', async (t) => {
  const step = onlyTagId<{ tag?: string | number }>((p) => p.tag);
  const made = ['t', 7, '', 0, undefined].map((tag) =>
    step({ tagid: 'own' }, contextOf(tag === undefined ? {} : { tag })),
  );
  t.strictSame(made, [{ tagid: 't' }, { tagid: '7' }, ...Array.from({ length: 3 }, () => ({ tagid: undefined }))]);
});

t.test('steps replace, remove, filter and extend the ext of an imp', async (t) => {
  const imp: Imp = { ext: { bidder: { k: 1 }, svc: {}, prebid: {}, gpid: 'g' } };
  t.strictSame(impExt<{ k: number }>((p) => ({ own: p.k }))(imp, contextOf({ k: 1 })), { ext: { own: 1 } });
  t.strictSame(impExt(() => undefined)(imp, c), { ext: undefined });
  t.strictSame(dropExt()(imp, c), { ext: undefined });
  t.strictSame(
    dropFromExt('bidder', 'prebid')(imp, c),
    { ext: { gpid: 'g' } },
    "prebid stands for the host's namespace as well",
  );
  t.strictSame(dropFromExt('bidder')({ ext: { bidder: {} } }, c), { ext: undefined });
  t.equal(dropFromExt('bidder')({}, c), null);
  t.strictSame(keepInExt('gpid', 'skadn')(imp, c), { ext: { gpid: 'g' } });
  t.strictSame(keepInExt('skadn')(imp, c), { ext: undefined });
  t.strictSame(
    keepInExt('prebid')({ ext: { svc: 1, prebid: 2 } } as Imp, c),
    { ext: { svc: 1 } },
    "the host's namespace",
  );
  t.strictSame(addToImpExt(() => ({ a: 1, b: undefined }))({ ext: { c: 2 } }, c), { ext: { c: 2, a: 1 } });
  t.equal(addToImpExt(() => ({ b: undefined }))(imp, c), null);
});

t.test('steps require a media type, keep only the first, or split an imp by types', async (t) => {
  const both: Imp = { id: 'i', banner: {}, video };
  t.type(requireType('audio', 'native')(both, c), Refusal);
  t.equal(requireType('native', 'video')(both, c), null);
  t.strictSame(onlyFirstType('video', 'banner')(both, c), { banner: undefined });
  t.equal(onlyFirstType('native')(both, c), null);
  t.strictSame(typesApart()(both), [{ video: undefined }, { banner: undefined }]);
  t.strictSame(typesApart({ video: '-v' })(both), [{ video: undefined }, { banner: undefined, id: 'i-v' }]);
  t.strictSame(typesApart({ video: '-v' })({ id: 'i', video }), [{}], 'an imp of one type keeps its id');
});

const at = (ext: object) => contextOf({}, { request: { app: { ext: ext as never } } });

t.test(
  "the display manager comes from the host's namespace in app.ext, else from app.ext, and replaces none",
  async (t) => {
    const joined = displayManager({ split: false });
    t.strictSame(joined({}, at({ svc: { source: 's', version: '1' }, source: 'x', version: '2' })), {
      displaymanagerver: 's-1',
    });
    t.strictSame(displayManager({ split: true })({}, at({ source: 'x', version: '2' })), {
      displaymanager: 'x',
      displaymanagerver: '2',
    });
    t.equal(joined({}, at({ source: 'x' })), null);
    const known = at({ source: 'x', version: '2' });
    t.equal(joined({ displaymanagerver: 'own' }, known), null);
    t.strictSame(joined({ displaymanager: 'own' }, known), { displaymanagerver: 'x-2' });
    t.equal(displayManager({ split: true })({ displaymanager: 'own' }, known), null);
    t.equal(joined({}, c), null);
  },
);
