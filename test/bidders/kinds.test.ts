/** The media type of a bid for an imp of several types, or without a stated type, beyond the recorded cases. */
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
import { bidderOf, callsOf, readingOf, typeRead } from '../adapter/support.ts';

t.test('several bidders: a bid for an imp of several types is a video, else native, else a banner', async (t) => {
  for (const definition of [clydo, datablocks, pubnative, zeroclickfraud]) {
    t.equal(typeRead(definition, ['banner', 'video', 'native']), 'video', definition.code);
    t.equal(typeRead(definition, ['banner', 'native']), 'native', definition.code);
    t.equal(typeRead(definition, ['banner']), 'banner', definition.code);
  }
});

t.test('Clydo: a bid for an imp of several types is audio first', async (t) => {
  t.equal(typeRead(clydo, ['banner', 'video', 'audio']), 'audio');
});

t.test('Kobler: a bid without a known type is a banner', async (t) => {
  t.equal(typeRead(kobler, ['banner']), 'banner');
  t.equal(typeRead(kobler, ['banner'], { ext: { prebid: { type: 'x' } } }), 'banner');
  t.equal(typeRead(kobler, ['banner', 'video'], { ext: { svc: { type: 'video' } } }), 'video');
});

t.test('an imp of several types: a bid of Rich Audience is a video, of Nativo native, else a video', async (t) => {
  t.equal(typeRead(richaudience, ['banner', 'video']), 'video');
  t.equal(typeRead(richaudience, ['banner']), 'banner');
  t.equal(typeRead(nativo, ['banner', 'video', 'native'], { ext: { svc: { type: 'banner' } } }), 'native');
  t.equal(typeRead(nativo, ['banner', 'video']), 'video');
});

t.test('Jixie: markup that contains <?xml or <vast is a video, any other a banner', async (t) => {
  for (const adm of ['<?XML version="1.0"?>', 'x<vast>', '<!-- a --><!-- b --><VAST version="3.0"/>'])
    t.equal(typeRead(jixie, ['banner', 'video'], { adm }), 'video', adm);
  for (const adm of ['<div></div>', '{"assets":[]}', ''])
    t.equal(typeRead(jixie, ['banner', 'video'], { adm }), 'banner', adm);
});

t.test('Kayzen: a bid for an imp of several types is a banner, else a video', async (t) => {
  t.equal(typeRead(kayzen, ['banner', 'video', 'native']), 'banner');
  t.equal(typeRead(kayzen, ['video', 'native']), 'video');
});

t.test('EMX Digital: markup that contains <?xml or <vast is a video, any other a banner', async (t) => {
  const markup = [
    '<!-- a --><!-- b --><vast version="3.0">',
    '\ufeff<?XML version="1.0"?>',
    '<div></div>',
    '{"assets":[]}',
  ];
  t.strictSame(
    markup.map((adm) => typeRead(emxDigital, ['banner', 'video'], { adm })),
    ['video', 'video', 'banner', 'banner'],
  );
});

t.test('SmartRTB: a bid that is neither a banner nor a video is dropped', async (t) => {
  const kinds = ['BANNER', 'VIDEO', 'NATIVE', 'AUDIO', ''];
  t.strictSame(
    kinds.map((format) => typeRead(smartrtb, ['banner', 'video'], { ext: { format } })),
    ['banner', 'video', undefined, undefined, undefined],
  );
});

t.test('Synapse HX and TPMN: a bid of a type that the bidder does not sell is dropped', async (t) => {
  const types: readonly MediaType[] = ['banner', 'video'];
  const numbered = (definition: BidderDefinition) =>
    [1, 2, 3, 4].map((mtype) => typeRead(definition, types, { mtype }));
  t.strictSame(numbered(synapseHX), ['banner', 'video', undefined, undefined]);
  t.strictSame(numbered(tpmn), ['banner', 'video', undefined, 'native']);
  const named = (word: string, type: string) => typeRead(synapseHX, types, { ext: { [word]: { type } } });
  t.strictSame([named('svc', 'Video'), named('prebid', 'banner')], ['video', 'banner']);
  t.strictSame([named('svc', 'native'), named('prebid', 'audio')], [undefined, undefined]);
  t.equal(typeRead(synapseHX, types, { mtype: 4, ext: { svc: { type: 'video' } } }), undefined);
});

t.test('Adot: a bid of a type that it does not sell is dropped', async (t) => {
  const kinds = ['banner', 'video', 'native', 'audio', ''];
  t.strictSame(
    kinds.map((media_type) => typeRead(adot, ['banner', 'video', 'native'], { ext: { adot: { media_type } } })),
    ['banner', 'video', 'native', undefined, undefined],
  );
});

t.test('TrafficGate: an unknown type is a banner, and a bid without a type is dropped', async (t) => {
  t.equal(typeRead(trafficgate, ['video'], { ext: { prebid: { type: 'display' } } }), 'banner');
  t.equal(typeRead(trafficgate, ['banner'], { ext: { prebid: { type: 'video' } } }), 'video');
  t.equal(typeRead(trafficgate, ['banner'], { ext: { prebid: {} } }), undefined);
});

t.test(
  'Audience Network: a bid for an interstitial is a video if the imp has one; any other has the type of the call',
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

t.test('AAX: a bid for an imp of several types needs an adCodeType', async (t) => {
  t.equal(typeRead(aax, ['banner', 'video'], { ext: { adCodeType: 'video' } }), 'video');
  t.equal(typeRead(aax, ['video']), 'video');
  t.equal(typeRead(aax, ['banner', 'video']), undefined);
});

t.test('AlgoriX: the type is stated, else that of the only type of the imp, else that of the markup', async (t) => {
  const vast = '<VAST version="4.0"/>';
  t.equal(typeRead(algorix, ['banner', 'video'], { adm: vast }), 'video');
  t.equal(typeRead(algorix, ['banner', 'native'], { adm: '{"assets":[]}' }), 'native');
  t.equal(typeRead(algorix, ['banner', 'video'], { adm: '<div></div>' }), 'banner');
  t.equal(typeRead(algorix, ['banner', 'video'], { adm: vast, ext: { mediaType: 'banner' } }), 'banner');
  t.equal(typeRead(algorix, ['banner'], { adm: vast }), 'banner');
});

t.test('ShowHeroes: a bid whose mtype is not banner is a video', async (t) => {
  t.equal(typeRead(showheroes, ['banner', 'video'], { mtype: 1 }), 'banner');
  for (const more of [{}, { mtype: 2 }, { mtype: 5 }]) t.equal(typeRead(showheroes, ['banner'], more), 'video');
});

t.test(
  'Scalibur: a bid without mtype has the only type of its imp; else it is a video if it has VAST, or dropped',
  async (t) => {
    const vast = { ext: { vastUrl: 'https://vast.example' } };
    t.equal(typeRead(scalibur, ['banner'], vast), 'banner');
    t.equal(typeRead(scalibur, ['banner', 'video'], vast), 'video');
    t.equal(typeRead(scalibur, ['banner', 'video'], { mtype: 1, ...vast }), 'banner');
    t.equal(typeRead(scalibur, ['banner', 'video']), undefined);
  },
);

function named(mediaType: string): object {
  return { ext: { prebid: { meta: { mediaType } } } };
}

t.test('VISX: a bid has its stated type if VISX sells it, else the type of its imp', async (t) => {
  t.equal(typeRead(visx, ['banner', 'video'], named('video')), 'video');
  for (const other of ['native', 'audio', 'VIDEO', ''])
    t.equal(typeRead(visx, ['banner', 'video'], named(other)), 'banner');
});
