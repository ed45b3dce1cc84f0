/** Calls to platforms whose endpoint names the publisher, beyond the recorded cases. */
import t from 'tap';
import type { BidderDefinition } from '../../src/adapter/define-bidder.ts';
import adkernelAdn from '../../src/bidders/adkernelAdn.ts';
import advangelists from '../../src/bidders/advangelists.ts';
import lunamedia from '../../src/bidders/lunamedia.ts';
import type { MediaType } from '../../src/openrtb/media-types.ts';
import { bidderOf, bodyFor, callsOf, typeRead } from '../adapter/support.ts';
import { wholeLists } from '../support/whole-lists.ts';

const banner = { w: 300, h: 250 };
const video = { mimes: ['video/mp4'] };

t.test(
  'an imp with banner and video: AdKernel Adn gets the banner; the others get both, and a bid is a video',
  async (t) => {
    const all: [BidderDefinition, object, object, MediaType][] = [
      [adkernelAdn, { pubId: 1 }, { id: 'i1', banner }, 'banner'],
      [advangelists, { pubid: 'p' }, { id: 'i1', banner, video }, 'video'],
      [lunamedia, { pubid: 'p' }, { id: 'i1', banner, video }, 'video'],
    ];
    for (const [definition, params, imp, kind] of all) {
      t.strictSame(bodyFor(definition, { banner, video, params }).imp, [imp], definition.code);
      t.equal(typeRead(definition, ['banner', 'video']), kind, definition.code);
      t.equal(typeRead(definition, ['banner']), 'banner', definition.code);
    }
  },
);

t.test('a site is sent without publisher and domain, an app without publisher', async (t) => {
  const place = { id: 'x', domain: 'acme.com', publisher: { id: 'p' } };
  for (const definition of [adkernelAdn, advangelists, lunamedia]) {
    const params = { pubId: 1, pubid: 'p' };
    t.strictSame(bodyFor(definition, { banner, params }, { site: place })['site'], { id: 'x' }, definition.code);
    t.strictSame(bodyFor(definition, { banner, params }, { app: place })['app'], { id: 'x', domain: 'acme.com' });
  }
});

t.test('tagid is the placement of the params, or absent', async (t) => {
  for (const definition of [advangelists, lunamedia]) {
    t.equal(bodyFor(definition, { banner, tagid: 'own', params: { pubid: 'p', placement: 'q' } }).imp[0]?.tagid, 'q');
    t.notOk('tagid' in bodyFor(definition, { banner, tagid: 'own', params: { pubid: 'p' } }).imp[0]!, definition.code);
  }
});

t.test('an imp without a pubid is left out with a problem', async (t) => {
  for (const definition of [advangelists, lunamedia]) {
    const imps = [{ pubid: 'p' }, { placement: 'q' }, { pubid: '' }].map((params, at) => ({
      id: `i${at + 1}`,
      banner,
      params,
    }));
    const { calls, problems } = callsOf(bidderOf(definition), imps);
    t.match(
      calls.map(({ uri, impids }) => [uri, impids]),
      wholeLists([[/id=p$/, ['i1']]]),
      definition.code,
    );
    t.match(problems, wholeLists([{ code: 2, message: /"i2": the params lack pubid/ }, { message: /"i3"/ }]));
  }
});
