/** Long markup whose JSON literal is kept reads as JSON.parse would read it, whatever a bidder sends. */
import t from 'tap';
import { parsedOpenrtb } from '../../src/adapter/reply-json.ts';
import { asWritten, cutMarkup } from '../../src/openrtb/written-markup.ts';
import { processorMs } from '../support/processor-time.ts';

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

/** Compares texts, because objects also hold what JSON does not show. */
function isAsParsed(parsed: unknown, text: string): boolean {
  return JSON.stringify(parsed) === JSON.stringify(JSON.parse(text));
}

t.test('a bid keeps the literal of its markup, with its own escapes', async (t) => {
  const odd = `"${'\\/\\u003Cb\\u003e'.repeat(400)}"`;
  const text = reply(`{"id":"1","adm" :\n${odd},"w":1}`, `{"adm":${literal},"id":"2"}`, '{"id":"3"}');
  const parsed = parsedOpenrtb(text);
  t.ok(isAsParsed(parsed, text));
  t.strictSame(
    bidsOf(parsed).map((bid) => JSON.stringify(asWritten(bid))),
    [`{"id":"1","adm":${odd},"w":1}`, `{"adm":${literal},"id":"2"}`, '{"id":"3"}'],
  );
});

t.test('a copy of a bid keeps the literal until its markup is changed', async (t) => {
  const odd = `"${'\\/'.repeat(1000)}"`;
  const [bid] = bidsOf(parsedOpenrtb(reply(`{"id":"1","adm":${odd}}`)));
  t.equal(JSON.stringify(asWritten({ ...bid, price: 2 })), `{"id":"1","adm":${odd},"price":2}`);
  t.equal(JSON.stringify(asWritten({ ...bid, adm: '/' })), '{"id":"1","adm":"/"}');
  t.equal(
    JSON.stringify(bid),
    JSON.stringify({ id: '1', adm: '/'.repeat(1000) }),
    'JSON.stringify does not show the literal',
  );
});

t.test('a reply whose markup cannot be located with certainty is parsed as a whole', async (t) => {
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

t.test('invalid JSON is refused, also inside markup', async (t) => {
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

t.test(
  'megabytes of escapes, many short members and a name without a value are read in less than 5 seconds',
  async (t) => {
    const tookMs = processorMs(() => {
      for (const length of [1_000_000, 8_000_000]) {
        const heavy = reply(`{"id":"1","adm":"${'\\"'.repeat(length)}"}`);
        t.ok(isAsParsed(parsedOpenrtb(heavy), heavy));
      }
      const many = `[${Array.from({ length: 100_000 }, () => '{"adm":"x"}').join(',')}]`;
      t.equal((parsedOpenrtb(many) as unknown[]).length, 100_000);
      t.equal(parsedOpenrtb(`{"adm"${' '.repeat(1_000_000)}`), undefined);
    });
    t.ok(tookMs < 5000, `${tookMs} ms`);
  },
);

t.test('only a reply that begins with long markup is cut', async (t) => {
  t.equal(cutMarkup(reply('{"adm":"<b></b>"}')), undefined);
  t.equal(cutMarkup(reply('{"adm":"<b></b>"}', `{"adm":${literal}}`)), undefined);
  t.equal(cutMarkup(reply(`{"id":${literal}}`)), undefined);
  const mixed = reply(`{"adm":${literal}}`, '{"adm":""}', '{"adm":"<b></b>"}', `{"adm":${literal}}`);
  t.strictSame(cutMarkup(mixed)?.literals, [literal, '""', '"<b></b>"', literal]);
  t.ok(isAsParsed(parsedOpenrtb(mixed), mixed));
});
