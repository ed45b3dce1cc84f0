/** From a reply to bids: statuses, wrong replies, media types, currencies, steps. */
import t from 'tap';
import { Type } from 'typebox';
import { defineBidder } from '../../src/adapter/define-bidder.ts';
import { badReply, Refusal, type BidderWords } from '../../src/adapter/definition.ts';
import { typeOfImp } from '../../src/adapter/media-type.ts';
import { openrtbBidder } from '../../src/adapter/openrtb.ts';
import { bidderOf, readingOf } from './support.ts';
import { processorMs } from '../support/processor-time.ts';
import { wholeLists } from '../support/whole-lists.ts';

const params = Type.Object({});
const plain = bidderOf(openrtbBidder);
const define = (words: Partial<BidderWords<typeof params, undefined>>) =>
  bidderOf(defineBidder({ code: 'acme', endpoint: 'https://acme.com', params, ...words }));
const bid = { id: 'b1', impid: 'i1', price: 1, crid: 'c' };
const reply = (...bids: unknown[]) => ({ id: 'r1', cur: 'EUR', seatbid: [{ seat: 's', bid: bids }] });

t.test('statuses: 200 has bids, 204 none, 400 is a fault of the request, all else one of the bidder', async (t) => {
  t.equal(readingOf(plain, { body: reply(bid) }).bids.length, 1);
  t.same(readingOf(plain, { status: 204 }), { cur: '', bids: [], fledge: [], problems: [] });
  for (const [status, code] of [
    [400, 2],
    [201, 3],
    [302, 3],
    [404, 3],
    [500, 3],
    [503, 3],
    [0, 3],
  ] as const) {
    const { bids, problems } = readingOf(plain, { status, body: reply(bid) });
    t.same([bids.length, problems.map((one) => one.code)], [0, [code]], `status ${status}`);
    t.match(problems[0]?.message, String(status));
  }
  const own = define({ status: { 201: 'read', 204: 'read', 503: 'empty', 500: 'badInput', 400: 'error' } });
  t.equal(readingOf(own, { status: 201, body: reply(bid) }).bids.length, 1);
  t.same(readingOf(own, { status: 503 }).problems, []);
  t.equal(readingOf(own, { status: 500 }).problems[0]?.code, 2);
  t.equal(readingOf(own, { status: 400 }).problems[0]?.code, 3);
  t.equal(readingOf(own, { status: 204 }).problems.length, 1, 'an empty body is not JSON');
  const telling = define({ status: { 204: 'stated' }, faultHeader: 'x-why' });
  t.same(readingOf(telling, { status: 204 }).problems, []);
  const { problems } = readingOf(telling, { status: 204, headers: ['x-why', 'no such place'] });
  t.match(problems, wholeLists([{ code: 2, message: /204.*no such place/ }]));
});

t.test('long integers are numbers where a bid has numbers, and keep their digits in its extension', async (t) => {
  const digits = '9007199254740993';
  const text = `{"seatbid":[{"bid":[{"id":"b1","impid":"i1","price":${digits},"adm":null,"ext":{"n":${digits},"x":null}}]}]}`;
  const { bids, problems } = readingOf(plain, { text });
  t.same(problems, []);
  t.strictSame(bids[0]?.bid.price, Number(digits));
  t.notOk('adm' in bids[0]!.bid, 'null is absent');
  t.equal(JSON.stringify(bids[0]!.bid.ext), `{"n":${digits},"x":null}`);
});

t.test('a definition may read a reply that is no JSON: bare VAST, its price in a header', async (t) => {
  const vast = define({
    replyHeaders: ['x-price'],
    decodeText: (text, { imps, header }) =>
      text.startsWith('<VAST')
        ? { bids: [{ bid: { id: 'v', impid: imps[0]!.id, price: Number(header('x-price')), adm: text } }] }
        : badReply('the reply is no VAST'),
    bid: [(_, { type, response }) => ({ crid: type, ext: response })],
  });
  const text = '<VAST version="4.0"></VAST>';
  t.same(readingOf(vast, { text, headers: ['x-price', '1.5'] }, [['banner', 'video']]), {
    cur: '',
    bids: [
      {
        bid: { id: 'v', impid: 'i1', price: 1.5, adm: text, crid: 'video', ext: {} },
        type: 'video',
        seat: '',
        video: undefined,
        meta: undefined,
        dealpriority: undefined,
      },
    ],
    fledge: [],
    problems: [],
  });
  t.same(readingOf(vast, { text: '{}' }).problems, [{ code: 3, message: 'the reply is no VAST' }]);
});

t.test('a reply that is no bid response is one problem, whatever it is', async (t) => {
  const wrong = [
    '',
    'no JSON',
    '"text"',
    '[]',
    '7',
    'true',
    '{"seatbid":{}}',
    '{"seatbid":"x"}',
    '{"cur":5}',
    '{"id":{}}',
  ];
  for (const text of wrong) {
    const { bids, problems } = readingOf(plain, { text });
    t.same([bids, problems.map(({ code }) => code)], [[], [3]], JSON.stringify(text));
  }
  for (const text of [
    '{}',
    'null',
    '{"seatbid":null}',
    '{"seatbid":[]}',
    '{"seatbid":[{}]}',
    '{"seatbid":[{"bid":null}]}',
  ]) {
    t.same(readingOf(plain, { text }).problems, [], text);
  }
});

t.test('a wrong bid costs itself alone, and its problem names the member', async (t) => {
  const bids = [
    { ...bid, price: 'x' },
    null,
    'x',
    { ...bid, w: 1.5 },
    { ...bid, ext: 'x' },
    { ...bid, adm: null },
    bid,
  ];
  const { problems, ...read } = readingOf(plain, { body: reply(...bids) });
  t.same(
    read.bids.map((one) => one.bid),
    [bid, bid],
    'null counts as absent',
  );
  t.equal(problems.length, 5);
  t.match(problems[0]!.message, /value of price/);
  t.match(problems[1]!.message, /no object/);
  const seats = readingOf(plain, {
    body: { seatbid: [null, 7, { bid: 'x' }, { seat: 4, bid: [bid] }, { bid: [bid] }] },
  });
  t.same([seats.bids.length, seats.problems.length], [1, 4]);
});

t.test('what is wrong with a bid of very many members costs no more than a few readings', async (t) => {
  const many = Array.from({ length: 60_000 }, (_, at) => `"k${at}":1`).join(',');
  const read = (price: string): void => {
    const text = `{"seatbid":[{"bid":[{"id":"b","impid":"i1",${many},"price":${price}}]}]}`;
    t.equal(readingOf(plain, { text }).bids.length, price === '1' ? 1 : 0);
  };
  const least = (price: string): number => Math.min(...[1, 2, 3].map(() => processorMs(() => read(price))));
  const [good, bad] = [least('1'), least('"x"')];
  t.ok(bad < 9 * good, `${bad} ms, ${good} ms for a good one`);
});

t.test('keys that are special in JavaScript stay ordinary members', async (t) => {
  const text = `{"seatbid":[{"bid":[{"id":"b","impid":"i1","__proto__":{"price":9},"constructor":{"x":1}}]}]}`;
  const { bids } = readingOf(define({ bid: [() => ({ price: 1 })] }), { text });
  t.equal(bids[0]!.bid['price'], 1);
  t.ok(Object.hasOwn(bids[0]!.bid, '__proto__'));
  t.equal(({} as { price?: number }).price, undefined);
});

const typeOf = (bidder: typeof plain, more: object, types = [['banner', 'video']] as const) =>
  readingOf(bidder, { body: reply({ ...bid, ...more }) }, types).bids[0]?.type;

t.test('the media type comes from the first rule that knows it', async (t) => {
  t.equal(typeOf(plain, { mtype: 4 }), 'native');
  t.equal(typeOf(plain, { mtype: 9, ext: { svc: { type: 'audio' } } }), 'audio');
  t.equal(typeOf(plain, { ext: { prebid: { type: 'video' } } }), 'video');
  t.equal(typeOf(plain, { ext: { svc: { type: 'nonsense' } }, adm: '<VAST version="4">' }), 'video');
  t.equal(typeOf(plain, { adm: '<?xml version="1.0"?>\n<!-- a > b -->\n<!--c--> <VAST>' }), 'video');
  t.equal(typeOf(plain, { adm: `${'<!---->'.repeat(70)}<p>` }), 'banner');
  t.equal(typeOf(plain, { adm: '{"assets":[]}' }), 'native');
  t.equal(typeOf(plain, {}), 'banner');
  t.equal(typeOf(define({ mediaType: ['imp'] }), {}), 'banner');
  t.equal(typeOf(define({ mediaType: [typeOfImp('video', 'banner')] }), {}), 'video');
  t.equal(typeOf(define({ mediaType: ['onlyImpType', 'audio'] }), {}), 'audio');
  t.equal(typeOf(define({ mediaType: ['mtype', ({ crid }) => (crid === 'c' ? 'native' : undefined)] }), {}), 'native');
});

t.test('a bid of no known type is dropped, or voids the reply where the definition says so', async (t) => {
  const words = { mediaType: ['mtype'] } as const;
  const body = reply({ ...bid, mtype: 1 }, bid, { ...bid, mtype: 0 });
  const dropped = readingOf(define(words), { body });
  t.same([dropped.bids.length, dropped.problems.length], [1, 2]);
  const voided = readingOf(define({ ...words, onBidError: 'abort' }), { body });
  t.same([voided.bids.length, voided.problems.length], [0, 1]);
  const unknown = readingOf(define({ mediaType: ['imp'] }), { body: reply({ ...bid, impid: 'other' }) });
  t.same([unknown.bids.length, unknown.problems.length], [0, 1]);
});

t.test('currency: as stated, ignored, or found by the definition', async (t) => {
  const body = reply(bid);
  t.equal(readingOf(plain, { body }).cur, 'EUR');
  t.equal(readingOf(plain, { body: { seatbid: [] } }).cur, '');
  t.equal(readingOf(define({ currency: 'ignored' }), { body }).cur, 'USD');
  t.equal(readingOf(define({ currency: ({ response }) => `${String(response['cur'])}X` }), { body }).cur, 'EURX');
});

t.test('steps change a copy, see the type, and may drop a bid', async (t) => {
  const bidder = define({
    impid: (impid) => impid.replace('!', ''),
    mediaType: ['imp'],
    bid: [
      ({ price = 0 }, { type }) => ({ price: price * 2, dealid: type }),
      ({ price }) => ({ adid: String(price), crid: undefined }),
      ({ id }) => (id === 'bad' ? badReply('a bad bid') : null),
      ({ id }) => (id === 'silent' ? new Refusal(undefined) : null),
    ],
    seat: (_, { seat }) => `${seat}!`,
    video: () => ({ duration: 5 }),
    meta: ({ dealid }) => ({ dealid }),
    fledge: ({ response }) => [{ impid: 'i1', bidder: '', config: response['id'] }],
  });
  const body = reply({ ...bid, impid: 'i!1' }, { ...bid, id: 'bad' }, { ...bid, id: 'silent' });
  const { bids, problems, fledge } = readingOf(bidder, { body });
  const changed = { id: 'b1', impid: 'i1', price: 2, dealid: 'banner', adid: '2', crid: undefined };
  t.same(bids, [{ bid: changed, type: 'banner', seat: 's!', video: undefined, meta: { dealid: 'banner' } }]);
  t.same(problems, [{ code: 3, message: 'a bad bid' }]);
  t.same(fledge, [{ impid: 'i1', bidder: '', config: 'r1' }]);
});

t.test('only of a video is told what a video needs', async (t) => {
  const bidder = define({ mediaType: ['mtype'], video: () => ({ duration: 5 }) });
  const { bids } = readingOf(bidder, { body: reply({ ...bid, mtype: 2 }, { ...bid, mtype: 1 }) });
  t.same(
    bids.map(({ video }) => video),
    [{ duration: 5 }, undefined],
  );
});

t.test('an auction configuration too deep to be written again is left out', async (t) => {
  const bidder = define({
    mediaType: ['banner'],
    fledge: ({ response }) => ['a', 'b'].map((name) => ({ impid: name, bidder: '', config: response[name] })),
  });
  const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
  t.same(readingOf(bidder, { text: `{"a":${deep},"b":[[1]]}` }).fledge, [{ impid: 'b', bidder: '', config: [[1]] }]);
});

t.test('headers and the note come back to the definition that asked for them', async (t) => {
  const bidder = define({
    replyHeaders: ['x-type', 'x-other'],
    mediaType: [(_, { header }) => (header('x-type') === 'v' && header('x-none') === '' ? 'video' : undefined)],
    bid: [(_, { note }) => ({ adid: String(note) })],
  });
  const { bids } = readingOf(bidder, { body: reply(bid), headers: ['x-other', 'x-type', 'x-type', 'v'], note: 'n' });
  t.match(bids[0], { type: 'video', bid: { adid: 'n' } });
  t.same(bidder.adapter.replyHeaders, ['x-type', 'x-other']);
});

t.test('a private protocol reads its own reply, of any JSON', async (t) => {
  const bidder = define({
    decode: (reply, { imps }) =>
      Array.isArray(reply)
        ? { cur: 'PLN', bids: [{ bid: { ...bid, impid: imps[0]!.id }, type: 'native' }] }
        : badReply('not a list'),
  });
  t.match(
    readingOf(bidder, { text: '[1]' }),
    wholeLists({ cur: 'PLN', bids: [{ type: 'native', seat: '' }], problems: [] }),
  );
  t.same(readingOf(bidder, { text: '{}' }).problems, [{ code: 3, message: 'not a list' }]);
  t.equal(readingOf(bidder, { text: 'no' }).problems.length, 1);
});
