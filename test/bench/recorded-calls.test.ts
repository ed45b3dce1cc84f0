/** Which recorded reply a call gets in a replay (issue 6, item 3). */
import t from 'tap';
import { RecordedCalls } from '../../bench/farm/recorded-calls.ts';
import { lastingQuery, userless } from '../../src/observe/capture-query.ts';
import { sentPrint, type CapturedAuction, type CapturedCall } from '../../src/observe/capture-record.ts';

const auctionOf = (calls: readonly CapturedCall[], id?: string): CapturedAuction => ({
  ...(id === undefined
    ? { v: 1, at: 1, method: 'GET', path: '/', headers: {} }
    : { v: 1, at: 1, method: 'POST', path: '/', headers: {}, body: { id } }),
  calls,
});

/** The recorded calls of auctions that are all being played. */
function playing(...auctions: readonly CapturedAuction[]): RecordedCalls {
  const recorded = new RecordedCalls();
  for (const [ticket, auction] of auctions.entries()) recorded.begin(ticket, auction);
  return recorded;
}

const sentText = (token: string): string => JSON.stringify({ id: 'r', imp: [{ id: 'i' }], token });

function recordedCall(bidder: string, uri: string, token: string, status = 200): CapturedCall {
  const sentSha256 = sentPrint(sentText(token));
  return { bidder, nth: 0, uri, sentSha256, imps: ['i'], kind: 'reply', status, elapsedMs: 1 };
}

const sentWith = (imp: string): string => JSON.stringify({ id: 'r', imp: [{ id: imp }] });

const statusOf = (recorded: RecordedCalls) => recorded.find({ code: 'acme', path: '', text: sentText('same') })?.status;

const bodyOf = (ip: string, page: string): string =>
  JSON.stringify({ id: 'aaaaaaaa-1111-4111-8111-aaaaaaaaaaaa', imp: [{ id: 'i' }], device: { ip }, site: { page } });

t.test('a call is found by its body without user data and generated ids', async (t) => {
  const pages = ['https://a.example/1', 'https://a.example/2'];
  const calls = pages.map((page, at) => {
    const sentSha256 = sentPrint(bodyOf('81.2.69.0', page));
    return { ...recordedCall('acme', '/acme', '', 200 + at), sentSha256 };
  });
  const recorded = playing(auctionOf(calls));
  t.strictSame(
    pages.map((page) => recorded.find({ code: 'acme', path: '', text: bodyOf('81.2.69.142', page) })?.status),
    [200, 201],
  );
  t.equal(recorded.find({ code: 'other', path: '', text: 'no JSON' }), undefined);
});

t.test('a call gets a reply recorded for its bidder, or for an alias at its address', async (t) => {
  const calls = ['acme /acme one', 'zen /zen two', 'mine /acme three'].map((one) => {
    const [bidder = '', uri = '', token = ''] = one.split(' ');
    return recordedCall(bidder, uri, token);
  });
  const recorded = playing(auctionOf(calls, 'r'));
  const bidderOf = (code: string, token: string, all = recorded) =>
    all.find({ code, path: '', text: sentText(token) })?.bidder;
  t.equal(bidderOf('acme', 'one'), 'acme');
  t.equal(bidderOf('zen', 'one'), 'zen', 'not the reply of acme, whose body is the same');
  t.equal(bidderOf('acme', 'three'), 'mine', 'an alias with the address of acme');
  t.equal(bidderOf('acme', 'four'), 'acme');
  const alone = playing(auctionOf([calls[2]!], 'r'));
  t.equal(bidderOf('acme', 'three', alone), 'mine');
  t.equal(
    alone.find({ code: 'new', path: 'new.example/bid', text: sentText('three') }),
    undefined,
    'a bidder with another address',
  );
});

t.test('identical calls get their replies in order each time their auction is played', async (t) => {
  const calls = [201, 202, 203].map((status) => recordedCall('acme', '/acme', 'same', status));
  const recorded = playing(auctionOf(calls, 'r'));
  const statuses = () => calls.map(() => statusOf(recorded));
  t.strictSame(statuses(), [201, 202, 203]);
  recorded.end(0);
  recorded.begin(1, auctionOf(calls, 'r'));
  t.strictSame(statuses(), [201, 202, 203]);
});

t.test('calls that differ only in UUIDs are distinguished by their imps', async (t) => {
  const imps = ['aaaaaaaa-1111-4111-8111-aaaaaaaaaaaa', 'bbbbbbbb-1111-4111-8111-bbbbbbbbbbbb'];
  const calls = imps.map((id, at) => {
    const sentSha256 = sentPrint(sentWith(id));
    return { ...recordedCall('acme', '/acme', '', 201 + at), sentSha256, imps: [id] };
  });
  const recorded = playing(auctionOf(calls, 'r'));
  const statuses = imps.toReversed().map((id) => recorded.find({ code: 'acme', path: '', text: sentWith(id) })?.status);
  t.strictSame(statuses, [202, 201]);
});

t.test('of identical auctions the one being played is used, not one that is over', async (t) => {
  const auctions = [201, 202].map((status) => auctionOf([recordedCall('acme', '/acme', 'same', status)], 'r'));
  const recorded = playing(auctions[0]!);
  recorded.end(0);
  recorded.begin(1, auctions[1]!);
  t.equal(statusOf(recorded), 202);
  recorded.end(1);
  t.equal(statusOf(recorded), 201, 'a late call of the first auction');
});

t.test('a call without a body is found by its URL without user data and time', async (t) => {
  const calls = ['a', 'b'].map((zone, at) => {
    const query = `zone=${zone}&ip=81.2.69.0&uid=redacted&lat=52.52&ts=1764000000`;
    const uri = `https://get.example/bid/${zone}`;
    return {
      ...recordedCall('get', uri, '', 201 + at),
      method: 'GET',
      imps: [],
      sentSha256: sentPrint(lastingQuery(`?${query}`, userless())),
    };
  });
  const statusAt = (path: string, recorded = playing(auctionOf(calls, 'r'))) =>
    recorded.find({ code: 'get', path, text: '' })?.status;
  t.equal(statusAt('get.example/bid?ts=1765000001&lat=52.516&ip=81.2.69.142&uid=u7&zone=b'), 202);
  t.equal(statusAt('get.example/bid/b?zone=other'), 202, 'by its path alone if the query is unknown');
  const older = calls.map(({ sentSha256: _, ...call }) => call);
  const recorded = playing(auctionOf(older, 'r'));
  t.strictSame(
    [statusAt('bid?a', recorded), statusAt('bid?a', recorded)],
    [201, 202],
    'without a recorded fingerprint, each call once',
  );
});
