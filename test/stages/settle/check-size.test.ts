/** The check of banner sizes (implementations A 2.1, B 9). */
import t from 'tap';
import { checkSize } from '../../../src/stages/settle/check-size.ts';

const none = { w: 0, h: 0 };
const largest = { w: 300, h: 250 };

t.test('a banner larger than the largest size of the imp is a fault', async (t) => {
  for (const [w, h] of [
    [300, 250],
    [1, 1],
    [299.5, 250],
  ])
    t.equal(checkSize({ w, h }, largest, none), undefined, `${w}x${h}`);
  t.equal(checkSize({ w: 301, h: 250 }, largest, none), 'has w 301, over 300, the maximum of its imp');
  t.equal(checkSize({ w: 300, h: 1e308 }, largest, none), 'has h 1e+308, over 250, the maximum of its imp');
});

t.test("a banner larger than the host's limits is a fault", async (t) => {
  const host = { w: 200, h: 100 };
  t.equal(checkSize({ w: 200, h: 100 }, undefined, host), undefined);
  t.equal(checkSize({ w: 201, h: 100 }, undefined, host), 'has w 201, over 200, the maximum of this host');
  t.equal(checkSize({ w: 201, h: 100 }, largest, host), 'has w 201, over 200, the maximum of this host');
  t.equal(checkSize({ w: 200, h: 101 }, largest, host), 'has h 101, over 100, the maximum of this host');
  t.equal(checkSize({ w: 999 }, undefined, { w: 0, h: 0 }), undefined, 'no limit');
  t.equal(checkSize({ h: 100 }, undefined, { w: 0, h: 100 }), undefined, 'a dimension without a limit may be missing');
});

t.test('a missing or invalid size is a fault if there is a limit', async (t) => {
  for (const side of [undefined, null, 0, -1, '300', Number.NaN, [300], {}]) {
    t.equal(checkSize({ w: side, h: 1 }, largest, none), 'has no w', String(side));
    t.equal(checkSize({ w: 1, h: side }, undefined, { w: 0, h: 9 }), 'has no h', String(side));
    t.equal(checkSize({ w: side, h: side }, undefined, none), undefined, 'unless there is no limit');
  }
});
