/** The media type of a bid, and the details that only a video bid has. */
import t from 'tap';
import { mediaTypeNamed, statedType, typeOfImp } from '../../src/adapter/media-type.ts';
import { readingOf } from './support.ts';
import { acme, bid, plain, reply } from './acme.ts';

const typeOf = (bidder: typeof plain, more: object) =>
  readingOf(bidder, { body: reply({ ...bid, ...more }) }, [['banner', 'video']]).bids[0]?.type;

t.test('the media type comes from the first rule that knows it', async (t) => {
  t.equal(typeOf(plain, { mtype: 4 }), 'native');
  t.equal(typeOf(plain, { mtype: 9, ext: { svc: { type: 'audio' } } }), 'audio');
  t.equal(typeOf(plain, { ext: { prebid: { type: 'video' } } }), 'video');
  t.equal(typeOf(plain, { ext: { svc: { type: 'nonsense' } }, adm: '<VAST version="4">' }), 'video');
  t.equal(typeOf(plain, { adm: '<?xml version="1.0"?>\n<!-- a > b -->\n<!--c--> <VAST>' }), 'video');
  t.equal(typeOf(plain, { adm: '<?xml version="1.0"?><VAST/>' }), 'video');
  t.equal(typeOf(plain, { adm: '<VASTER>' }), 'banner');
  t.equal(typeOf(plain, { adm: `${'<!---->'.repeat(70)}<p>` }), 'banner');
  t.equal(typeOf(plain, { adm: '{"assets":[]}' }), 'native');
  t.equal(typeOf(plain, {}), 'banner');
  t.equal(typeOf(acme({ mediaType: ['imp'] }), {}), 'banner');
  t.equal(typeOf(acme({ mediaType: [typeOfImp('video', 'banner')] }), {}), 'video');
  t.equal(typeOf(acme({ mediaType: ['onlyImpType', 'audio'] }), {}), 'audio');
  t.equal(typeOf(acme({ mediaType: ['mtype', ({ crid }) => (crid === 'c' ? 'native' : undefined)] }), {}), 'native');
});

t.test('a bid of unknown type is dropped, or the whole reply where the definition says so', async (t) => {
  const words = { mediaType: ['mtype'] } as const;
  const body = reply({ ...bid, mtype: 1 }, bid, { ...bid, mtype: 0 });
  const dropped = readingOf(acme(words), { body });
  t.strictSame([dropped.bids.length, dropped.problems.length], [1, 2]);
  const voided = readingOf(acme({ ...words, onBidError: 'abort' }), { body });
  t.strictSame([voided.bids.length, voided.problems.length], [0, 1]);
  const unknown = readingOf(acme({ mediaType: ['imp'] }), { body: reply({ ...bid, impid: 'other' }) });
  t.strictSame([unknown.bids.length, unknown.problems.length], [0, 1]);
});

t.test('only a video bid has video details', async (t) => {
  const bidder = acme({ mediaType: ['mtype'], video: () => ({ duration: 5 }) });
  const { bids } = readingOf(bidder, { body: reply({ ...bid, mtype: 2 }, { ...bid, mtype: 1 }) });
  t.strictSame(
    bids.map(({ video }) => video),
    [{ duration: 5 }, undefined],
  );
});

t.test("ext states a bid's type under the service's namespace, else under prebid", async (t) => {
  const [own, theirs] = [{ type: 'video' }, { type: 'native' }];
  t.equal(statedType({ svc: own, prebid: theirs }, 'svc'), 'video');
  t.equal(statedType({ svc: own }, 'svc'), 'video');
  t.equal(statedType({ prebid: theirs }, 'svc'), 'native');
  t.equal(statedType(undefined, 'svc'), '');
});

t.test('a media type may be named in any case', async (t) => {
  t.equal(mediaTypeNamed('Video'), 'video');
  for (const name of ['videos', '', 7, undefined]) t.equal(mediaTypeNamed(name), undefined, String(name));
});
