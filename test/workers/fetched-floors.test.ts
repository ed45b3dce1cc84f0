/** The cost of a provider's floors (Prebid Server, 'Floor Fetching'): they are read once, however many rules there are. */
import t from 'tap';
import { sharedText } from '../../src/stored/refreshed-text.ts';
import { rememberedAll } from '../../workers/remembered.ts';
import { requestFor } from '../support/auction.ts';
import { callTexts, createTestHops, prepareMessage, served } from '../support/hops.ts';
import { processorMs } from '../support/processor-time.ts';

t.test('an auction with 50,000 floor rules is prepared within 5 ms on average', async (t) => {
  const { prepare } = createTestHops({ bidders: { bidderA: { endpoint: 'http://127.0.0.1:1/' } } });
  const values = Object.fromEntries(Array.from({ length: 50_000 }, (_, at) => [`banner|${at}x250|news.example`, at]));
  const modelGroups = [{ schema: { fields: ['mediaType', 'size', 'domain'] }, values }];
  const floors = sharedText(JSON.stringify({ modelGroups }));
  const request = requestFor({ bidderA: {} }, { site: { domain: 'news.example', page: 'https://news.example/' } });
  const message = () =>
    prepareMessage(request, { account: JSON.stringify({ priceFloors: { enabled: true } }), floors });
  const [body = ''] = callTexts(served(prepare(message()))).get('bidderA') ?? [];
  t.equal(JSON.parse(body).imp[0].bidfloor, 300);
  const tookMs = processorMs(() => {
    for (let round = 0; round < 100; round++) prepare(message());
  });
  t.ok(tookMs < 500, `${tookMs} ms`);
});

t.test('the texts used last are kept parsed, and so is the longest', async (t) => {
  let reads = 0;
  const read = rememberedAll((json) => {
    reads++;
    return json as object;
  });
  const texts = [0, 1, 2, 3, 4].map((at) => sharedText(JSON.stringify(['x'.repeat(3_900_000), at])));
  const longest = sharedText(JSON.stringify(['x'.repeat(20_000_000)]));
  const readEach = (some: readonly (typeof longest)[]): number => {
    const before = reads;
    for (const one of some) read(one);
    return reads - before;
  };
  t.equal(readEach(texts.slice(1)), 4);
  t.equal(readEach(texts.slice(1)), 0);
  t.equal(readEach([texts[0]!, texts[2]!, texts[1]!]), 2, 'reading the first evicts another');
  t.equal(readEach([longest, longest]), 1);
  t.equal(read(undefined), undefined);
});
