/** Of which kind a bid is for an imp that offers several, or when it says nothing, where no recorded case shows it. */
import t from 'tap';
import type { BidderDefinition } from '../../src/adapter/define-bidder.ts';
import adot from '../../src/bidders/adot.ts';
import aax from '../../src/bidders/aax.ts';
import algorix from '../../src/bidders/algorix.ts';
import audienceNetwork from '../../src/bidders/audienceNetwork.ts';
import clydo from '../../src/bidders/clydo.ts';
import datablocks from '../../src/bidders/datablocks.ts';
import jixie from '../../src/bidders/jixie.ts';
import emxDigital from '../../src/bidders/emx_digital.ts';
import kayzen from '../../src/bidders/kayzen.ts';
import kobler from '../../src/bidders/kobler.ts';
import nativo from '../../src/bidders/nativo.ts';
import pubnative from '../../src/bidders/pubnative.ts';
import richaudience from '../../src/bidders/richaudience.ts';
import scalibur from '../../src/bidders/scalibur.ts';
import smartrtb from '../../src/bidders/smartrtb.ts';
import synapseHX from '../../src/bidders/synapseHX.ts';
import tpmn from '../../src/bidders/tpmn.ts';
import trafficgate from '../../src/bidders/trafficgate.ts';
import showheroes from '../../src/bidders/showheroes.ts';
import visx from '../../src/bidders/visx.ts';
import zeroclickfraud from '../../src/bidders/zeroclickfraud.ts';
import type { MediaType } from '../../src/openrtb/media-types.ts';
import { bidderOf, callsOf, readingOf } from '../adapter/support.ts';

/** The kind of a bid with these members for an imp of these types; undefined for a bid that is dropped. */
function kindOf(definition: BidderDefinition, types: readonly MediaType[], more: object = {}) {
  const body = { seatbid: [{ bid: [{ id: 'b', impid: 'i1', price: 1, ...more }] }] };
  return readingOf(bidderOf(definition), { body }, [types]).bids[0]?.type;
}

t.test('the kind by which a bidder takes an imp of several', async (t) => {
  for (const definition of [clydo, datablocks, pubnative, zeroclickfraud]) {
    t.equal(kindOf(definition, ['banner', 'video', 'native']), 'video', definition.code);
    t.equal(kindOf(definition, ['banner', 'native']), 'native', definition.code);
    t.equal(kindOf(definition, ['banner']), 'banner', definition.code);
  }
});

t.test('Clydo takes an imp of several kinds for audio before all else', async (t) => {
  t.equal(kindOf(clydo, ['banner', 'video', 'audio']), 'audio');
});

t.test('Kobler: a bid that names no kind is a banner', async (t) => {
  t.equal(kindOf(kobler, ['banner']), 'banner');
  t.equal(kindOf(kobler, ['banner'], { ext: { prebid: { type: 'x' } } }), 'banner');
  t.equal(kindOf(kobler, ['banner', 'video'], { ext: { svc: { type: 'video' } } }), 'video');
});

t.test(
  'Rich Audience takes an imp of both kinds for a video, Nativo one of several for native before that',
  async (t) => {
    t.equal(kindOf(richaudience, ['banner', 'video']), 'video');
    t.equal(kindOf(richaudience, ['banner']), 'banner');
    t.equal(kindOf(nativo, ['banner', 'video', 'native'], { ext: { svc: { type: 'banner' } } }), 'native');
    t.equal(kindOf(nativo, ['banner', 'video']), 'video');
  },
);

t.test('Jixie: markup that holds XML or VAST anywhere is a video, all else a banner', async (t) => {
  for (const adm of ['<?XML version="1.0"?>', 'x<vast>', '<!-- a --><!-- b --><VAST version="3.0"/>'])
    t.equal(kindOf(jixie, ['banner', 'video'], { adm }), 'video', adm);
  for (const adm of ['<div></div>', '{"assets":[]}', ''])
    t.equal(kindOf(jixie, ['banner', 'video'], { adm }), 'banner', adm);
});

t.test('Kayzen takes an imp of several kinds for a banner, then for a video', async (t) => {
  t.equal(kindOf(kayzen, ['banner', 'video', 'native']), 'banner');
  t.equal(kindOf(kayzen, ['video', 'native']), 'video');
});

t.test('EMX Digital: markup that holds a document of XML is a video, and all else a banner', async (t) => {
  const markup = [
    '<!-- a --><!-- b --><vast version="3.0">',
    '\ufeff<?XML version="1.0"?>',
    '<div></div>',
    '{"assets":[]}',
  ];
  t.strictSame(
    markup.map((adm) => kindOf(emxDigital, ['banner', 'video'], { adm })),
    ['video', 'video', 'banner', 'banner'],
  );
});

t.test('SmartRTB: a bid of another kind than banners and videos is dropped', async (t) => {
  const kinds = ['BANNER', 'VIDEO', 'NATIVE', 'AUDIO', ''];
  t.strictSame(
    kinds.map((format) => kindOf(smartrtb, ['banner', 'video'], { ext: { format } })),
    ['banner', 'video', undefined, undefined, undefined],
  );
});

t.test('Synapse HX and TPMN: a bid of a kind that they are not asked for is dropped', async (t) => {
  const types: readonly MediaType[] = ['banner', 'video'];
  const numbered = (definition: BidderDefinition) => [1, 2, 3, 4].map((mtype) => kindOf(definition, types, { mtype }));
  t.strictSame(numbered(synapseHX), ['banner', 'video', undefined, undefined]);
  t.strictSame(numbered(tpmn), ['banner', 'video', undefined, 'native']);
  const named = (word: string, type: string) => kindOf(synapseHX, types, { ext: { [word]: { type } } });
  t.strictSame([named('svc', 'Video'), named('prebid', 'banner')], ['video', 'banner']);
  t.strictSame([named('svc', 'native'), named('prebid', 'audio')], [undefined, undefined]);
  t.equal(kindOf(synapseHX, types, { mtype: 4, ext: { svc: { type: 'video' } } }), undefined);
});

t.test('Adot: a bid of a kind that it is not asked for is dropped', async (t) => {
  const kinds = ['banner', 'video', 'native', 'audio', ''];
  t.strictSame(
    kinds.map((media_type) => kindOf(adot, ['banner', 'video', 'native'], { ext: { adot: { media_type } } })),
    ['banner', 'video', 'native', undefined, undefined],
  );
});

t.test('TrafficGate: a kind in a word of its own is a banner, a bid without a word is none', async (t) => {
  t.equal(kindOf(trafficgate, ['video'], { ext: { prebid: { type: 'display' } } }), 'banner');
  t.equal(kindOf(trafficgate, ['banner'], { ext: { prebid: { type: 'video' } } }), 'video');
  t.equal(kindOf(trafficgate, ['banner'], { ext: { prebid: {} } }), undefined);
});

t.test(
  'Audience Network: what fills the screen is a video where the imp takes one, all else what the imp is asked for as',
  async (t) => {
    const bidder = bidderOf(audienceNetwork, { platformId: 'p', credentials: { appSecret: 's' } });
    const params = { placementId: '1_2' };
    const kindFor = (instl: 0 | 1, types: readonly MediaType[]) => {
      const imp = {
        id: 'i1',
        banner: { w: 300, h: 250 },
        ...(types.includes('video') && { video: {} }),
        instl,
        params,
      };
      const { calls } = callsOf(bidder, [imp], { app: {}, user: { buyeruid: 'u' } });
      const body = { seatbid: [{ bid: [{ id: 'b', impid: 'i1', price: 1, adm: '{"bid_id":"b"}' }] }] };
      return readingOf(bidder, { body, note: calls[0]?.note }, [types]).bids[0]?.type;
    };
    t.strictSame([kindFor(1, ['banner', 'video']), kindFor(1, ['banner'])], ['video', 'banner']);
    t.equal(kindFor(0, ['banner', 'video']), 'banner');
  },
);

t.test('AAX: of an imp of several kinds a bid says which it is', async (t) => {
  t.equal(kindOf(aax, ['banner', 'video'], { ext: { adCodeType: 'video' } }), 'video');
  t.equal(kindOf(aax, ['video']), 'video');
  t.equal(kindOf(aax, ['banner', 'video']), undefined);
});

t.test('AlgoriX: where neither the bid nor its imp tells one kind, the markup does', async (t) => {
  const vast = '<VAST version="4.0"/>';
  t.equal(kindOf(algorix, ['banner', 'video'], { adm: vast }), 'video');
  t.equal(kindOf(algorix, ['banner', 'native'], { adm: '{"assets":[]}' }), 'native');
  t.equal(kindOf(algorix, ['banner', 'video'], { adm: '<div></div>' }), 'banner');
  t.equal(kindOf(algorix, ['banner', 'video'], { adm: vast, ext: { mediaType: 'banner' } }), 'banner');
  t.equal(kindOf(algorix, ['banner'], { adm: vast }), 'banner');
});

t.test('ShowHeroes: what it does not number as a banner is a video', async (t) => {
  t.equal(kindOf(showheroes, ['banner', 'video'], { mtype: 1 }), 'banner');
  for (const more of [{}, { mtype: 2 }, { mtype: 5 }]) t.equal(kindOf(showheroes, ['banner'], more), 'video');
});

t.test(
  'Scalibur: a bid that names no kind is of its imp’s only one; of several a VAST tells a video, nothing else',
  async (t) => {
    const vast = { ext: { vastUrl: 'https://vast.example' } };
    t.equal(kindOf(scalibur, ['banner'], vast), 'banner');
    t.equal(kindOf(scalibur, ['banner', 'video'], vast), 'video');
    t.equal(kindOf(scalibur, ['banner', 'video'], { mtype: 1, ...vast }), 'banner');
    t.equal(kindOf(scalibur, ['banner', 'video']), undefined);
  },
);

function named(mediaType: string): object {
  return { ext: { prebid: { meta: { mediaType } } } };
}

t.test('VISX: a bid is of the kind it names, where that is one of VISX, else of its imp’s', async (t) => {
  t.equal(kindOf(visx, ['banner', 'video'], named('video')), 'video');
  for (const other of ['native', 'audio', 'VIDEO', ''])
    t.equal(kindOf(visx, ['banner', 'video'], named(other)), 'banner');
});
