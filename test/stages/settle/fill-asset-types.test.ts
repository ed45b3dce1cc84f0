/** Filling the types of a native ad's assets; other markup is kept as the bidder wrote it. */
import t from 'tap';
import { fillAssetTypes, readAssets } from '../../../src/stages/settle/fill-asset-types.ts';

const request = {
  assets: [
    { id: 0, img: { type: 3 } },
    { id: 1, data: { type: 12 } },
    { id: 2, img: { w: 1 } },
    { id: 3, img: null, data: 'x' },
  ],
};
const asked = readAssets(JSON.stringify(request));
const img = { url: 'https://cdn.example/a.png' };

const cases: [why: string, assets: unknown, typed: unknown][] = [
  ['an image', [{ id: 0, img }], [{ id: 0, img: { ...img, type: 3 } }]],
  ['a type of 0 is none', [{ id: 0, img: { type: 0 } }], [{ id: 0, img: { type: 3 } }]],
  ['a text', [{ id: 1, data: { value: 'Buy' } }], [{ id: 1, data: { value: 'Buy', type: 12 } }]],
  ['what the bidder says stays', [{ id: 0, img: { type: 1 } }], undefined],
  ['the request has no type', [{ id: 2, img }], undefined],
  ['the request has no part, but a null', [{ id: 3, img, data: { value: 'Buy' } }], undefined],
  ['another part than was asked for', [{ id: 0, data: { value: 'Buy' } }], undefined],
  ['an asset that nobody asked for', [{ id: 9, img }, { img }], undefined],
  ['what is no asset', [null, 5, [], { id: 0, img: 'x' }, { id: 0 }], undefined],
  ['what is no list', { 0: { id: 0, img } }, undefined],
];

t.test('the type of an asset is filled in where it is absent', async (t) => {
  for (const [why, assets, typed] of cases) {
    // Unchanged markup keeps its spaces.
    const adm = JSON.stringify({ assets, link: { url: 'u' }, own: 12 }, null, 1);
    const filled = fillAssetTypes(adm, asked);
    if (typed === undefined) t.equal(filled, adm, why);
    else t.equal(filled, JSON.stringify({ assets: typed, link: { url: 'u' }, own: 12 }), why);
  }
});

t.test('long integers keep their digits', async (t) => {
  const adm = '{"assets":[{"id":0,"img":{"ext":{"n":9007199254740993}}}]}';
  t.equal(fillAssetTypes(adm, asked), '{"assets":[{"id":0,"img":{"ext":{"n":9007199254740993},"type":3}}]}');
});

t.test('the request may be wrapped, as in Native 1.0', async (t) => {
  const wrapped = readAssets(JSON.stringify({ native: request }));
  t.equal(fillAssetTypes('{"assets":[{"id":0,"img":{}}]}', wrapped), '{"assets":[{"id":0,"img":{"type":3}}]}');
  t.equal(
    readAssets(JSON.stringify({ native: { assets: [] }, ...request })).size,
    4,
    'unwrapped assets take precedence',
  );
});

t.test('markup that is not native is not changed', async (t) => {
  for (const adm of ['', '<div></div>', '[]', 'null', '{"native":{"assets":[]}}', `{"assets":${'['.repeat(5000)}`]) {
    t.equal(fillAssetTypes(adm, asked), adm);
  }
  for (const text of ['', '[]', '{"assets":5}', '{"assets":[null,5]}']) t.equal(readAssets(text).size, 0);
});
