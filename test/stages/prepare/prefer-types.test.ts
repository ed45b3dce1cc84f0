/** The preferred media type of a bidder (implementations A 1.7, step 13, B 'Preferred media type'). */
import t from 'tap';
import { preferTypes } from '../../../src/stages/prepare/prefer-types.ts';

const bidder = (code: string, configured = code, core = configured) => ({ code, configured, core });

t.test('without preferences there is none', async (t) => {
  t.equal(preferTypes(undefined, undefined), undefined);
  t.equal(preferTypes({}, {})?.(bidder('a')), undefined);
  t.equal(preferTypes({ a: {} }, undefined)?.(bidder('a')), undefined);
});

t.test("the preference is the request's, else the account's", async (t) => {
  const of = preferTypes(
    { a: { prefmtype: 'video' }, c: { prefmtype: 'popup' }, d: {} },
    { a: 'banner', b: 'audio', c: 'native', d: 'native' },
  )!;
  t.equal(of(bidder('a')), 'video');
  t.equal(of(bidder('b')), 'audio');
  t.equal(of(bidder('c')), 'native', 'an unknown media type is ignored');
  t.equal(of(bidder('d')), 'native');
  t.equal(of(bidder('e')), undefined);
});

t.test('names match in any case, and the last valid entry is used', async (t) => {
  const of = preferTypes(
    { Acme: { prefmtype: 'banner' }, ACME: { prefmtype: 'video' }, acme: { prefmtype: 'Video' } },
    { Other: 'native', oTHER: 'audio' },
  )!;
  t.equal(of(bidder('aCmE')), 'video');
  t.equal(of(bidder('other')), 'audio');
});

t.test("an alias has its own preference, else its bidder's, else its core's", async (t) => {
  const of = preferTypes(
    { core: { prefmtype: 'banner' }, configured: { prefmtype: 'video' }, mine: { prefmtype: 'native' } },
    undefined,
  )!;
  t.equal(of(bidder('mine', 'configured', 'core')), 'native');
  t.equal(of(bidder('yours', 'configured', 'core')), 'video');
  t.equal(of(bidder('yours', 'other', 'core')), 'banner');
  const both = preferTypes({ core: { prefmtype: 'video' } }, { mine: 'audio' })!;
  t.equal(
    both(bidder('mine', 'core')),
    'video',
    "the request's entry for the bidder takes precedence over the account's for its alias",
  );
});

t.test('names such as __proto__ are ordinary names', async (t) => {
  const controls = JSON.parse(
    '{"__proto__": {"prefmtype": "video"}, "constructor": {"prefmtype": "toString"}}',
  ) as Record<string, object>;
  const of = preferTypes(controls, undefined)!;
  t.equal(of(bidder('a')), undefined);
  t.equal(of(bidder('constructor')), undefined);
  t.equal(of(bidder('__proto__')), 'video');
});
