/** Removing invalid `bidadjustments`, with warnings (implementations A 2.1, B 4). */
import t from 'tap';
import { freezeDeep } from '../../../src/openrtb/freeze.ts';
import { repairBidAdjustments } from '../../../src/stages/prepare/repair-bid-adjustments.ts';

const rules = {
  namespace: 'svc',
  isKnownInAnyCase: (name: string) => /^bidder.$/i.test(name),
  nameOf: (name: string) => name,
};

const repair = (bidadjustments: object) => {
  const request = freezeDeep({ id: 'r', ext: { x: 1, svc: { debug: true, bidadjustments } } });
  return { given: request, ...repairBidAdjustments(request, rules) };
};

const good = [{ adjtype: 'multiplier', value: 0.9 }];

t.test('a request with valid bidadjustments, or none, is returned itself', async (t) => {
  for (const request of [{}, { ext: {} }, { ext: { svc: {} } }]) {
    const repaired = repairBidAdjustments(request, rules);
    t.equal(repaired.request, request);
    t.strictSame(repaired.warnings, []);
  }
  const { given, request, warnings } = repair({ mediatype: { banner: { bidderA: { '*': good }, '*': { d1: good } } } });
  t.equal(request, given);
  t.strictSame(warnings, []);
});

t.test('one invalid rule removes all bidadjustments', async (t) => {
  const bad = [...good, { adjtype: 'cpm', value: 1 }];
  const { request, warnings } = repair({
    mediatype: { audio: { '*': { '*': good } }, banner: { BidderA: { '*': bad } } },
  });
  t.strictSame(request, { id: 'r', ext: { x: 1, svc: { debug: true } } });
  const message =
    'ext.svc.bidadjustments.mediatype.banner.BidderA["*"] is invalid at [1]: currency must be three letters such as EUR; until then all of bidadjustments is ignored';
  t.strictSame(warnings, [{ code: 10_008, message }]);
});

t.test('an unknown media type or bidder has a warning, and the other rules are kept', async (t) => {
  const { given, request, warnings } = repair({
    mediatype: { video: { bidderA: { '*': [{}] } }, banner: { bidderB: {}, nobody: { '*': good } } },
  });
  t.equal(request, given);
  t.strictSame(warnings, [
    {
      code: 10_008,
      message:
        'ext.svc.bidadjustments.mediatype.video is ignored: use one of banner, video-instream, video-outstream, audio, native, *',
    },
    {
      code: 10_000,
      message: 'ext.svc.bidadjustments.mediatype.banner names "nobody", which is not a bidder here: ignored',
    },
  ]);
  t.strictSame(repair({ mediatypes: {} }).warnings, [
    { code: 10_008, message: 'ext.svc.bidadjustments has no mediatype, so it changes no price' },
  ]);
});
