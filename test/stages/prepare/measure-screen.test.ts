/** The unit of the screen of an interstitial (spec 4.1.9; implementation B, InterstitialProcessor). */
import t from 'tap';
import { measureScreen } from '../../../src/stages/prepare/measure-screen.ts';

const asked = { svc: { sdk: { usepxratio: true } } };

t.test('with usepxratio pixels are divided by pxratio and rounded', async (t) => {
  for (const [device, expected] of [
    [
      { w: 1080, h: 2400, pxratio: 2.625 },
      { w: 411, h: 914 },
    ],
    [
      { w: 393, h: 852, pxratio: 1 },
      { w: 393, h: 852 },
    ],
    [
      { w: 1, h: 300, pxratio: 3 },
      { w: 1, h: 100 },
    ],
    [
      { w: 0, h: 300, pxratio: 3 },
      { w: 0, h: 100 },
    ],
  ] as const) {
    const { w, h } = measureScreen({ device, ext: asked }, 'svc')!;
    t.strictSame({ w, h }, expected);
  }
  t.strictSame(measureScreen({ device: { h: 300, pxratio: 3 }, ext: asked }, 'svc'), { h: 100, pxratio: 3 });
});

t.test('a device without usepxratio or a valid pxratio is not changed', async (t) => {
  const device = { w: 1080, h: 2400, pxratio: 3 };
  const words = [
    {},
    { svc: {} },
    { svc: { sdk: {} } },
    { svc: { sdk: true } },
    { svc: { sdk: { usepxratio: false } } },
  ];
  for (const ext of [undefined, ...words, { other: asked.svc }]) {
    t.equal(measureScreen({ device, ...(ext && { ext }) }, 'svc'), device);
  }
  for (const device of [
    { w: 1080, h: 2400 },
    { w: 1080, h: 2400, pxratio: 0 },
    { w: 1080, h: 2400, pxratio: -1 },
  ]) {
    t.equal(measureScreen({ device, ext: asked }, 'svc'), device);
  }
  t.equal(measureScreen({ ext: asked }, 'svc'), undefined);
});
