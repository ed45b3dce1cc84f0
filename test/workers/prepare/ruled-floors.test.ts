/** Floors by bidder: their cost where very many rules match every bidder on every imp, and imps that have no other (implementation B 9 'Floors'). */
import t from 'tap';
import { callTexts, createTestHops, prepareMessage, served } from '../../support/hops.ts';
import { processorMs } from '../../support/processor-time.ts';

const codes = Array.from({ length: 60 }, (_, at) => `b${at}`);
const hops = createTestHops({
  bidders: Object.fromEntries(codes.map((code) => [code, { endpoint: 'http://127.0.0.1:1/' }])),
});
const bidder = Object.fromEntries(codes.map((code) => [code, {}]));
const imp = Array.from({ length: 100 }, (_, at) => ({
  id: `i${at}`,
  banner: { w: 1, h: 1 },
  tagid: 'a',
  ext: { svc: { bidder }, data: { pbadslot: 'a' } },
}));

/** Rules that all match an imp and that a search cannot prune: of any two, each has a wildcard where the other has none. */
function manyRules(fields: readonly string[], values: readonly string[]): Record<string, number> {
  const rules: Record<string, number> = {};
  for (let bits = 0; bits < 2 ** fields.length; bits++) {
    const parts = fields.map((_, at) => ((bits >> at) & 1 ? values[at]! : '*'));
    if (parts.filter((part) => part !== '*').length === Math.floor(fields.length / 2))
      rules[parts.join('|')] = 1 + bits;
  }
  return rules;
}

t.test('rules that all match cost little more by bidder than without', async (t) => {
  const [fields, values] = [
    [
      'siteDomain',
      'pubDomain',
      'domain',
      'channel',
      'mediaType',
      'size',
      'gptSlot',
      'pbAdSlot',
      'adUnitCode',
      'country',
    ],
    ['a', 'a', 'a', 'web', 'banner', '1x1', 'a', 'a', 'a', 'a'],
  ];
  const site = { page: 'https://a/', domain: 'a', publisher: { domain: 'a' } };
  const account = JSON.stringify({ priceFloors: { enabled: true } });
  const preparedMs = (group: object): number => {
    const floors = { data: { modelGroups: [group] } };
    const request = { id: 'r1', imp, site, device: { geo: { country: 'a' } }, ext: { svc: { floors } } };
    const message = prepareMessage(request, { account });
    return processorMs(() => t.equal(callTexts(served(hops.prepare(message))).size, codes.length));
  };
  const all = manyRules(fields, values);
  preparedMs({ schema: { fields }, values: all });
  const plainMs = preparedMs({ schema: { fields }, values: all });
  for (const place of [0, fields.length]) {
    const named = Object.entries(all).map(([rule, floor]): [string, number] => {
      const parts = rule.split('|');
      parts.splice(place, 0, '*');
      return [parts.join('|'), floor];
    });
    const schema = { fields: fields.toSpliced(place, 0, 'bidder') };
    const tookMs = preparedMs({ schema, values: Object.fromEntries(named) });
    t.ok(tookMs < 2 * plainMs + 100, `${tookMs} ms, ${plainMs} ms without bidders: the search is shared`);
    t.comment(`${named.length} rules: ${tookMs} ms`);
  }
});

t.test('the passthrough of an imp is carried once, however many bidders have their own floor', async (t) => {
  const schema = { fields: ['bidder'] };
  const values = Object.fromEntries(codes.map((code, at) => [code, 1 + at]));
  const echoed = { ...imp[0]!, ext: { svc: { bidder, passthrough: 'p'.repeat(100_000) } } };
  const svc = { floors: { data: { modelGroups: [{ schema, values }] } } };
  const request = { id: 'r1', imp: [echoed], site: { page: 'https://a/' }, ext: { svc } };
  const message = prepareMessage(request, { account: JSON.stringify({ priceFloors: { enabled: true } }) });
  const { context } = served(hops.prepare(message));
  const { length } = 'kept' in context ? JSON.stringify(context.kept) : { length: context.end - context.start };
  t.ok(length < 150_000, `${length} bytes`);
});

t.test('an imp without any other floor has that of the rule for its bidder', async (t) => {
  const svc = { floors: { data: { modelGroups: [{ schema: { fields: ['bidder'] }, values: { b5: 2 } }] } } };
  const request = { id: 'r1', imp: imp.slice(0, 1), site: { page: 'https://a/' }, ext: { svc } };
  const account = JSON.stringify({ priceFloors: { enabled: true } });
  const texts = callTexts(served(hops.prepare(prepareMessage(request, { account }))));
  t.match(JSON.parse(texts.get('b5')?.[0] ?? ''), { imp: [{ bidfloor: 2, bidfloorcur: 'USD' }] });
  t.notMatch(texts.get('b6')?.[0], 'bidfloor');
});
