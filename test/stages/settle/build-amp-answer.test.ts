/** The answer to an AMP request. */
import t from 'tap';
import { buildAmpAnswer } from '../../../src/stages/settle/build-amp-answer.ts';

const bid = (targeting: unknown) => ({ ext: { svc: { targeting } } });

t.test('the answer has the keys of all bids, and a later bid replaces earlier keys', async (t) => {
  const bids = [bid({ hb_pb: '1.00', hb_pb_a: '1.00' }), bid({ hb_pb_a: '2.00', hb_pb_b: '0.50' }), bid(undefined), {}];
  t.strictSame(buildAmpAnswer({ ext: {} }, bids, 'svc'), {
    targeting: { hb_pb: '1.00', hb_pb_a: '2.00', hb_pb_b: '0.50' },
    ortb2: { ext: {} },
  });
});

t.test('errors, warnings and debug output are in the answer, times are not', async (t) => {
  const ext = {
    errors: { a: [] },
    warnings: { b: [] },
    debug: {},
    seatnonbid: [1],
    svc: { x: 1 },
    responsetimemillis: {},
    tmaxrequest: 3,
  };
  t.strictSame(buildAmpAnswer({ ext }, [], 'svc'), {
    targeting: {},
    ortb2: { ext: { errors: { a: [] }, warnings: { b: [] }, debug: {}, seatnonbid: [1], svc: { x: 1 } } },
  });
});

t.test('a key named __proto__ is an ordinary key', async (t) => {
  const answer = buildAmpAnswer({}, [bid(JSON.parse('{"__proto__":"x"}'))], 'svc');
  t.equal(JSON.stringify(answer), '{"targeting":{"__proto__":"x"},"ortb2":{"ext":{}}}');
});
