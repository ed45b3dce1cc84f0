/** Limiting the echoes of an imp's video and passthrough on its bids. */
import t from 'tap';
import { limitEchoes } from '../../../src/stages/settle/limit-echoes.ts';

t.test('short echoes are on every bid', async (t) => {
  const video = { storedrequestattributes: { mimes: ['video/mp4'] } };
  t.equal(limitEchoes(Array.from({ length: 10_000 }, (_, bid) => (bid % 2 === 0 ? video : undefined))), undefined);
  t.equal(limitEchoes([]), undefined);
});

t.test('echoes beyond 4 MiB in total are left out with a warning', async (t) => {
  const long = { passthrough: 'x'.repeat(200_000) };
  const short = { storedrequestattributes: { mimes: [] } };
  const limited = limitEchoes([short, ...Array.from({ length: 3000 }, () => long), short])!;
  t.strictSame(limited.echoes.slice(0, 21), [short, ...Array.from({ length: 20 }, () => long)]);
  t.strictSame(
    limited.echoes.slice(21),
    Array.from({ length: 2981 }, () => undefined),
  );
  t.equal(
    limited.warning,
    'echovideoattrs and passthrough have over 4194304 characters in all bids together: the rest is left out',
  );
});

t.test('exactly 4 MiB of echoes fit, and no more', async (t) => {
  const quarter = { passthrough: 'x'.repeat(1024 * 1024 - '{"passthrough":""}'.length) };
  const whole = [quarter, quarter, quarter, quarter];
  t.equal(limitEchoes(whole), undefined);
  t.strictSame(limitEchoes([...whole, { passthrough: 1 }])?.echoes, [...whole, undefined]);
});
