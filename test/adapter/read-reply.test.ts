/** From a reply to bids: statuses, invalid replies, currencies, steps (bidders, 'reply'; decisions, 'Bid checks'). */
import t from 'tap';
import { badReply, Refusal } from '../../src/adapter/refusal.ts';
import { readingOf } from './support.ts';
import { processorMs } from '../support/processor-time.ts';
import { wholeLists } from '../support/whole-lists.ts';
import { acme, bid, plain, reply } from './acme.ts';

t.test(
  'status 200 has bids, 204 none, 400 is bad input, any other a bad reply, unless the definition says otherwise',
  async (t) => {
    t.equal(readingOf(plain, { body: reply(bid) }).bids.length, 1);
    t.strictSame(readingOf(plain, { status: 204 }), { cur: '', bids: [], fledge: [], problems: [] });
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
      t.strictSame([bids.length, problems.map((one) => one.code)], [0, [code]], `status ${status}`);
      t.match(problems[0]?.message, String(status));
    }
    const own = acme({ status: { 201: 'read', 204: 'read', 503: 'empty', 500: 'badInput', 400: 'error' } });
    t.equal(readingOf(own, { status: 201, body: reply(bid) }).bids.length, 1);
    t.strictSame(readingOf(own, { status: 503 }).problems, []);
    t.equal(readingOf(own, { status: 500 }).problems[0]?.code, 2);
    t.equal(readingOf(own, { status: 400 }).problems[0]?.code, 3);
    t.equal(readingOf(own, { status: 204 }).problems.length, 1, 'an empty body is not JSON');
    const telling = acme({ status: { 204: 'stated' }, faultHeader: 'x-why' });
    t.strictSame(readingOf(telling, { status: 204 }).problems, []);
    const { problems } = readingOf(telling, { status: 204, headers: ['x-why', 'no such place'] });
    t.match(problems, wholeLists([{ code: 2, message: /204.*no such place/ }]));
  },
);

t.test("a long integer is a number in a bid's fields and keeps its digits in ext", async (t) => {
  const digits = '9007199254740993';
  const text = `{"seatbid":[{"bid":[{"id":"b1","impid":"i1","price":${digits},"adm":null,"ext":{"n":${digits},"x":null}}]}]}`;
  const { bids, problems } = readingOf(plain, { text });
  t.strictSame(problems, []);
  t.strictSame(bids[0]?.bid['price'], Number(digits));
  t.notOk('adm' in bids[0]!.bid, 'null counts as absent');
  t.equal(JSON.stringify(bids[0]!.bid['ext']), `{"n":${digits},"x":null}`);
});

t.test('a reply that is not a bid response is one problem; an empty response is none', async (t) => {
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
    t.strictSame([bids, problems.map(({ code }) => code)], [[], [3]], JSON.stringify(text));
  }
  for (const text of [
    '{}',
    'null',
    '{"seatbid":null}',
    '{"seatbid":[]}',
    '{"seatbid":[{}]}',
    '{"seatbid":[{"bid":null}]}',
  ]) {
    t.strictSame(readingOf(plain, { text }).problems, [], text);
  }
});

t.test('an invalid bid is dropped alone, and its problem names the member', async (t) => {
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
  t.strictSame(
    read.bids.map((one) => one.bid),
    [bid, bid],
    'null counts as absent',
  );
  t.equal(problems.length, 5);
  t.match(problems[0]!.message, /value of price/);
  t.match(problems[1]!.message, /is not an object/);
  const long = `{"seatbid":[{"bid":[{"id":"b","price":123456789012345678901,"w":"x"}]}]}`;
  t.match(readingOf(plain, { text: long }).problems[0]!.message, /value of w/, 'a long integer is a valid price');
  const seats = readingOf(plain, {
    body: { seatbid: [null, 7, { bid: 'x' }, { seat: [4], bid: [bid] }, { bid: [bid] }] },
  });
  t.strictSame([seats.bids.length, seats.problems.length], [1, 4]);
});

t.test('a bid with a too deeply nested member is dropped alone', async (t) => {
  const deep = `${'['.repeat(50_000)}1${']'.repeat(50_000)}`;
  for (const name of ['adm', 'cat', 'ext']) {
    const text = `{"seatbid":[{"bid":[{"id":"b","crid":null,"${name}":${deep}},${JSON.stringify(bid)}]}]}`;
    const { bids, problems } = readingOf(plain, { text });
    t.strictSame([bids.length, problems.length], [1, 1]);
    t.match(problems[0]!.message, `value of ${name}`);
  }
});

t.test('finding the fault of a bid with 60,000 members takes less than 9 times its reading', async (t) => {
  const many = Array.from({ length: 60_000 }, (_, at) => `"k${at}":1`).join(',');
  const read = (price: string): void => {
    const text = `{"seatbid":[{"bid":[{"id":"b","impid":"i1",${many},"price":${price}}]}]}`;
    t.equal(readingOf(plain, { text }).bids.length, price === '1' ? 1 : 0);
  };
  const least = (price: string): number => Math.min(...[1, 2, 3].map(() => processorMs(() => read(price))));
  const [good, bad] = [least('1'), least('"x"')];
  t.ok(bad < 9 * good, `${bad} ms, ${good} ms for a valid one`);
});

/** What is read of a reply with this many seats of this many bids: how many bids, and what is wrong. */
function read(seats: number, bids: number, one: object = bid) {
  const seatbid = Array.from({ length: seats }, () => ({ bid: Array<object>(bids).fill(one) }));
  const { bids: kept, problems } = readingOf(plain, { body: { seatbid } });
  return [kept.length, problems.map(({ message }) => message)] as const;
}

t.test('a reply has at most 5000 seats and bids: the rest is dropped with one problem', async (t) => {
  const tooMany = ['the reply has more than 5000 seats and bids: the rest is dropped'];
  t.strictSame(read(1, 4999), [4999, []]);
  t.strictSame(read(1, 5000), [4999, tooMany]);
  t.strictSame(read(2500, 1), [2500, []]);
  t.strictSame(read(3000, 1), [2500, tooMany]);
  t.strictSame(read(6000, 0), [0, tooMany]);
  t.strictSame(read(3, 4000, { id: {} })[1]?.[0], tooMany[0], 'named before what is wrong with single bids');
});

t.test("of a private protocol's bids 5000 are read, and the rest is dropped with one problem", async (t) => {
  const own = acme({
    decode: (body) => ({ bids: Array.from({ length: body as number }, () => ({ bid, type: 'banner' })) }),
  });
  const whole = readingOf(own, { body: 5000 });
  t.strictSame([whole.bids.length, whole.problems], [5000, []]);
  const { bids, problems } = readingOf(own, { body: 5001 });
  t.equal(bids.length, 5000);
  t.match(problems, wholeLists([{ code: 3, message: /more than 5000/ }]));
  const strict = acme({
    decode: () => ({
      bids: Array.from({ length: 5001 }, () => ({ bid, type: 'banner' })),
      problems: [{ code: 3, message: 'odd' }],
    }),
  });
  const [first, ...others] = readingOf(strict, { body: {} }).problems;
  t.match([first, others], wholeLists([{ message: /more than 5000/ }, [{ message: 'odd' }]]), 'named first');
});

t.test('the currency is as stated, USD where it is ignored, or what the definition returns', async (t) => {
  const body = reply(bid);
  t.equal(readingOf(plain, { body }).cur, 'EUR');
  t.equal(readingOf(plain, { body: { seatbid: [] } }).cur, '');
  t.equal(readingOf(acme({ currency: 'ignored' }), { body }).cur, 'USD');
  t.equal(readingOf(acme({ currency: ({ response }) => `${String(response['cur'])}X` }), { body }).cur, 'EURX');
});

t.test('each bid step sees the changes before it and the type, and may drop the bid', async (t) => {
  const bidder = acme({
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
  const none = { video: undefined, dealpriority: undefined };
  t.strictSame(bids, [{ bid: changed, type: 'banner', seat: 's!', meta: { dealid: 'banner' }, ...none }]);
  t.strictSame(problems, [{ code: 3, message: 'a bad bid' }]);
  t.strictSame(fledge, [{ impid: 'i1', bidder: '', config: 'r1' }]);
});

t.test('the imps of dropped bids are told only while nothing else is wrong with the reply', async (t) => {
  const facts = {
    impid: (impid: string) => impid.replace('!', ''),
    bid: [({ id }: { id?: string }) => (id === 'bad' ? badReply('a bad bid') : null)],
  };
  const bad = { ...bid, id: 'bad', impid: 'i!1' };
  const droppedOn = (body: object, more: object = {}) => readingOf(acme({ ...facts, ...more }), { body }).droppedOn;
  t.strictSame(droppedOn(reply(bid, bad)), ['i1'], 'the id is the one that the imp has here');
  t.equal(droppedOn(reply(bid)), undefined);
  const decode = () => ({ bids: [{ bid: bad, type: 'banner' }], problems: [{ code: 3, message: 'odd' }] });
  t.equal(droppedOn({}, { decode }), undefined, 'the other problem may be about any imp');
  t.equal(droppedOn(reply(bad, bid), { onBidError: 'abort' }), undefined, 'the bad bid voids all');
});
