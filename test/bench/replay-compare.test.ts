/** What of two answers is a difference, and whose reply a call gets when traffic is played again (issue 6, item 3). */
import t from 'tap';
import { RecordedCalls } from '../../bench/farm/recorded-calls.ts';
import { differences, type Answer } from '../../bench/replay/compare.ts';
import { sentPrint, type CapturedAuction, type CapturedCall } from '../../src/observe/capture-record.ts';

function answered(value: unknown): Answer {
  return { status: 200, text: JSON.stringify(value) };
}

function uuidOf(digit: string): string {
  return `${digit.repeat(8)}-1111-4111-8111-${digit.repeat(12)}`;
}

t.test('what differs every time is no difference; what must not is', async (t) => {
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
  t.strictSame(differences(answered({ id: 'redacted' }), answered({ id: 'u-1' })), [], 'an id of a stored user');
  t.strictSame(differences(answered({ a: [1, 2], b: null }), answered({ a: [1], c: 0 })), [
    '/a/1: 2 before, nothing now',
    '/b: null before, nothing now',
    '/c: nothing before, 0 now',
  ]);
  t.strictSame(
    differences(answered({ ext: { responsetimemillis: { a: 1 } } }), answered({ ext: { responsetimemillis: {} } })),
    [],
  );
  t.strictSame(differences(answered({ ortb2: before }), answered({ ortb2: after }), new Set(['a'])), [], 'of AMP');
  t.match(
    differences({ status: 200, text: '{}' }, { status: 503, text: 'busy' })[0],
    /status: 200 before, 503 now: busy/,
  );
});

const siteOf = (id: string): object => ({ page: `https://a.example/?uid=${id}&q=1` });

t.test('a user that a stored request tells of is no difference to an answer without users', async (t) => {
  const before = { site: siteOf('redacted'), device: { ip: '81.2.69.0', geo: { lat: 51.12 } } };
  const after = { site: siteOf('u-1'), device: { ip: '81.2.69.142', geo: { lat: 51.123456 } } };
  t.strictSame(differences(answered(before), answered(after)), []);
  const other = { ...after, device: { ip: '81.2.70.1', geo: { lat: 51.13 } } };
  t.equal(differences(answered(before), answered(other)).length, 2);
  t.equal(differences(answered(after), answered(other)).length, 2, 'recorded with its user');
});

const bodyOf = (ip: string, page: string): object => ({
  id: uuidOf('a'),
  imp: [{ id: 'i' }],
  device: { ip },
  site: { page },
});

t.test('nor to the call by which a reply is found, as where each auction of a page makes its id anew', async (t) => {
  const pages = ['https://a.example/1', 'https://a.example/2'];
  const calls = pages.map((page, at) => {
    const sentSha256 = sentPrint(JSON.stringify(bodyOf('81.2.69.0', page)));
    return { ...recordedCall('acme', '/acme', ''), sentSha256, status: 200 + at };
  });
  const auction = { v: 1, at: 1, method: 'GET', path: '/', headers: {}, calls } as const;
  const recorded = new RecordedCalls([auction satisfies CapturedAuction]);
  t.strictSame(
    pages.map((page) => recorded.find('acme', JSON.stringify(bodyOf('81.2.69.142', page)))?.status),
    [200, 201],
  );
  t.equal(recorded.find('acme', 'no JSON'), undefined);
});

const sentText = (token: string): string => JSON.stringify({ id: 'r', imp: [{ id: 'i' }], token });

function recordedCall(bidder: string, uri: string, token: string): CapturedCall {
  const sentSha256 = sentPrint(sentText(token));
  return { bidder, nth: 0, uri, sentSha256, imps: ['i'], kind: 'reply', status: 200, elapsedMs: 1 };
}

t.test('a call is answered as that of its bidder, or of an alias that a request made for it', async (t) => {
  const calls = ['acme /acme one', 'zen /zen two', 'mine /acme three'].map((one) => {
    const [bidder = '', uri = '', token = ''] = one.split(' ');
    return recordedCall(bidder, uri, token);
  });
  const auction = { v: 1, at: 1, method: 'POST', path: '/', headers: {}, body: { id: 'r' }, calls } as const;
  const recorded = new RecordedCalls([auction satisfies CapturedAuction]);
  t.equal(recorded.find('acme', sentText('one'))?.bidder, 'acme');
  t.equal(recorded.find('zen', sentText('one'))?.bidder, 'zen', 'sent what acme was, by another configuration');
  t.equal(recorded.find('acme', sentText('three'))?.bidder, 'mine', 'which has the address of acme');
  t.equal(recorded.find('acme', sentText('four'))?.bidder, 'acme');
  t.equal(new RecordedCalls([{ ...auction, calls: [calls[2]!] }]).find('acme', sentText('three'))?.bidder, 'mine');
});
