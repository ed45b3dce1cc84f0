/** Guards that markup which keeps its writing is the very markup: whatever a bidder sends, the reply reads as JSON.parse reads it. */
import t from 'tap';
import { parsedOpenrtb } from '../../src/adapter/reply-json.ts';
import { asWritten, cutMarkup } from '../../src/openrtb/written-markup.ts';

const long = '<div class="a" title=\'ä€😀\'>\\ \u2028 \n</div>'.repeat(100);
const literal = JSON.stringify(long);

interface AnyBid {
  readonly [key: string]: unknown;
}

function reply(...bids: readonly string[]): string {
  return `{"id":"r","seatbid":[{"seat":"s","bid":[${bids.join(',')}]}],"cur":"EUR"}`;
}

function bidsOf(parsed: unknown): AnyBid[] {
  return (parsed as { seatbid: { bid: AnyBid[] }[] }).seatbid.flatMap(({ bid }) => bid);
}

/** As text, since a comparison of objects would see what JSON does not. */
function isAsParsed(parsed: unknown, text: string): boolean {
  return JSON.stringify(parsed) === JSON.stringify(JSON.parse(text));
}

t.test('bids know the writing of their markup, escapes that JSON.stringify would not choose among it', async (t) => {
  const odd = `"${'\\/\\u003Cb\\u003e'.repeat(400)}"`;
  const text = reply(`{"id":"1","adm" :\n${odd},"w":1}`, `{"adm":${literal},"id":"2"}`, '{"id":"3"}');
  const parsed = parsedOpenrtb(text);
  t.ok(isAsParsed(parsed, text));
  t.strictSame(
    bidsOf(parsed).map((bid) => JSON.stringify(asWritten(bid))),
    [`{"id":"1","adm":${odd},"w":1}`, `{"adm":${literal},"id":"2"}`, '{"id":"3"}'],
  );
});

t.test('copies of a bid know it too, until the markup is another', async (t) => {
  const odd = `"${'\\/'.repeat(1000)}"`;
  const [bid] = bidsOf(parsedOpenrtb(reply(`{"id":"1","adm":${odd}}`)));
  t.equal(JSON.stringify(asWritten({ ...bid, price: 2 })), `{"id":"1","adm":${odd},"price":2}`);
  t.equal(JSON.stringify(asWritten({ ...bid, adm: '/' })), '{"id":"1","adm":"/"}');
  t.equal(JSON.stringify(bid), JSON.stringify({ id: '1', adm: '/'.repeat(1000) }), 'nothing of it gets into JSON');
});

t.test('where the markup cannot be found for sure, the reply is read whole', async (t) => {
  const hostile = [
    reply(`{"id":"1","ext":{"adm":${literal}}}`),
    reply(`{"id":"1","adm":${literal},"adm":"last"}`),
    reply(`{"id":"1","adm":"0","adm":${literal}}`),
    reply(`{"id":"1","\\u0061dm":"0"}`, `{"id":"2","adm":${literal}}`),
    reply(`{"id":"1","a\\u0064m":"0","adm":${literal}}`),
    reply(`{"id":"1","adm":0}`, `{"id":"2","adm":${literal}}`),
    reply(`{"id":"1","adm":""}`, `{"id":"2","ext":{"adm":${literal}}}`),
    reply(`{"id":"1","ext":{"adm":${literal}}}`, '{"id":"2","adm":""}'),
    reply(`{"id":"1","ext":{"adm":${literal}}}`, '{"id":"2","\\u0061dm":""}'),
    reply(`{"id":"1","x\\"adm":${literal}}`, '{"id":"2","adm":""}'),
    reply(`{"id":"1","x":"adm","adm":${literal}}`, '{"id":"2","adm":"","adm":null}'),
    `{"seatbid":[{"bid":[{"adm":${literal}}]}],"seatbid":[{"bid":[{"adm":"1"}]}]}`,
    reply(`{"id":"1","adm":null}`, `{"id":"2","crid":${literal},"adm":"x"}`),
    reply(`{"id":"1","nurl":"\\"adm\\":\\"0\\"","adm":${literal}}`),
    reply(`{"id":"1","nurl":"adm","adm":${literal},"crid":"adm"}`),
    reply(`{"id":"1","__proto__":{"adm":"0"},"adm":${literal}}`),
    `{"seatbid":{"adm":${literal}},"adm":"0"}`,
    `[{"adm":${literal}},"adm"]`,
    `{"seatbid":[null,{"bid":{"adm":"1"}},{"bid":[1,{"adm":${literal}}]}]}`,
  ];
  for (const [at, text] of hostile.entries()) t.ok(isAsParsed(parsedOpenrtb(text), text), `reply ${at}`);
});

t.test('what is no JSON is none, in markup as well', async (t) => {
  const broken = [
    reply(`{"id":"1","adm":"${'a'.repeat(4000)}\\x"}`),
    reply(`{"id":"1","adm":"${'a'.repeat(4000)}\n"}`),
    reply(`{"id":"1","adm":"${'a'.repeat(4000)}\\\n"}`),
    reply(`{"id":"1","adm":"${'a'.repeat(4000)}\\ud8"}`),
    reply(`{"id":"1","adm":${literal}`),
    reply(`{"id":"1","adm"::${literal}}`),
    `{"adm":"${'a'.repeat(4000)}`,
    `{"adm"${' '.repeat(4000)}`,
  ];
  for (const text of broken) {
    t.throws(() => JSON.parse(text) as unknown);
    t.equal(parsedOpenrtb(text), undefined, text.slice(0, 40));
  }
});

t.test('megabytes of escapes, and of names without a value, take no longer than their length', async (t) => {
  for (const length of [1_000_000, 8_000_000]) {
    const heavy = reply(`{"id":"1","adm":"${'\\"'.repeat(length)}"}`);
    t.ok(isAsParsed(parsedOpenrtb(heavy), heavy));
  }
  const many = `[${Array.from({ length: 100_000 }, () => '{"adm":"x"}').join(',')}]`;
  t.equal((parsedOpenrtb(many) as unknown[]).length, 100_000);
  t.equal(parsedOpenrtb(`{"adm"${' '.repeat(1_000_000)}`), undefined);
});

t.test('replies that begin with short markup are left alone', async (t) => {
  t.equal(cutMarkup(reply('{"adm":"<b></b>"}')), undefined);
  t.equal(cutMarkup(reply('{"adm":"<b></b>"}', `{"adm":${literal}}`)), undefined);
  t.equal(cutMarkup(reply(`{"id":${literal}}`)), undefined);
  const mixed = reply(`{"adm":${literal}}`, '{"adm":""}', '{"adm":"<b></b>"}', `{"adm":${literal}}`);
  t.strictSame(cutMarkup(mixed)?.literals, [literal, '""', '"<b></b>"', literal]);
  t.ok(isAsParsed(parsedOpenrtb(mixed), mixed));
});
