/** Which differences between a recorded and a replayed answer count (issue 6, item 3). */
import t from 'tap';
import { differences, type Answer } from '../../bench/replay/compare.ts';

function answered(value: unknown): Answer {
  return { status: 200, text: JSON.stringify(value) };
}

function uuidOf(digit: string): string {
  return `${digit.repeat(8)}-1111-4111-8111-${digit.repeat(12)}`;
}

t.test('UUIDs, times and redacted ids are no difference; any other member is', async (t) => {
  const before = {
    id: 'r',
    u: `https://c.example/?uuid=${uuidOf('a')}&ts=1`,
    ext: { responsetimemillis: { a: 3 }, errors: { a: [{ code: 1, message: 'x' }] } },
  };
  const after = {
    id: 'r',
    u: `https://c.example/?uuid=${uuidOf('b')}&ts=22`,
    ext: { responsetimemillis: { a: 9 }, errors: { a: [{ code: 1, message: 'y' }] } },
  };
  t.strictSame(differences(answered(before), answered(after), new Set(['a'])), []);
  t.strictSame(differences(answered(before), answered(after)), ['/ext/errors/a/0/message: "x" before, "y" now']);
  t.strictSame(differences(answered({ id: 'redacted' }), answered({ id: 'u-1' })), [], 'a redacted id');
  t.strictSame(differences(answered({ a: [1, 2], b: null }), answered({ a: [1], c: 0 })), [
    '/a/1: 2 before, nothing now',
    '/b: null before, nothing now',
    '/c: nothing before, 0 now',
  ]);
  t.strictSame(
    differences(answered({ ext: { responsetimemillis: { a: 1 } } }), answered({ ext: { responsetimemillis: {} } })),
    [],
  );
  t.strictSame(
    differences(answered({ ortb2: before }), answered({ ortb2: after }), new Set(['a'])),
    [],
    'in the debug output of AMP',
  );
  t.match(
    differences({ status: 200, text: '{}' }, { status: 503, text: 'busy' })[0],
    /status: 200 before, 503 now: busy/,
  );
});

const siteOf = (id: string): object => ({ page: `https://a.example/?uid=${id}&q=1` });

t.test('user data is no difference to its redacted form', async (t) => {
  const before = { site: siteOf('redacted'), device: { ip: '81.2.69.0', geo: { lat: 51.12 } } };
  const after = { site: siteOf('u-1'), device: { ip: '81.2.69.142', geo: { lat: 51.123456 } } };
  t.strictSame(differences(answered(before), answered(after)), []);
  const other = { ...after, device: { ip: '81.2.70.1', geo: { lat: 51.13 } } };
  t.equal(differences(answered(before), answered(other)).length, 2);
  t.equal(differences(answered(after), answered(other)).length, 2, 'an answer recorded with user data');
});
