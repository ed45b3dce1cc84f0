/** A long request to a bidder that is called once per imp: the total size of an auction's calls is bounded. */
import t from 'tap';
import { Type } from 'typebox';
import { defineBidder } from '../../../src/adapter/define-bidder.ts';
import adgeneration from '../../../src/bidders/adgeneration.ts';
import mobfox from '../../../src/bidders/mobfoxpb.ts';
import { openContext } from '../../../workers/frame.ts';
import { createTestHops, prepareMessage, served } from '../../support/hops.ts';
import { wholeLists } from '../../support/whole-lists.ts';

/** The first hop of a request whose site has these keywords. */
function prepareWith(keywords: string) {
  const hops = createTestHops({ bidders: { mobfoxpb: {}, other: { aliasOf: 'mobfoxpb' } } }, [mobfox]);
  const params = { TagID: 't' };
  const imp = Array.from({ length: 60 }, (_, at) => ({
    id: `i${at}`,
    banner: { w: 300, h: 250 },
    ext: { svc: { bidder: { mobfoxpb: params, other: params } } },
  }));
  const prepared = served(
    hops.prepare(prepareMessage({ id: 'r', imp, site: { page: 'https://news.example/', keywords } })),
  );
  return { prepared, asked: (name: string): number => prepared.calls.filter(({ bidder }) => bidder === name).length };
}

t.test('the calls of an auction hold 32 MiB; imps left out are reported', async (t) => {
  const { prepared, asked } = prepareWith('k'.repeat(400_000));
  t.equal(asked('mobfoxpb'), 60);
  t.equal(asked('other'), 23);
  t.ok(prepared.bytes.byteLength < 33_554_432 + 1_048_576, `${prepared.bytes.byteLength} bytes`);
  const context = openContext(prepared);
  t.match(context.errors, wholeLists([['other', [{ code: 2, message: /too large in total: send fewer imps/ }]]]));
  t.equal(context.nonbids.length, 37, 'each imp left out has a reason');
});

t.test('once the room is used up, no body is built for later bidders', async (t) => {
  const shaped: string[] = [];
  const eager = defineBidder({
    code: 'eager',
    endpoint: 'https://eager.example/bid',
    params: Type.Object({}),
    batch: 'perImp',
    body: [(_, { name }) => (shaped.push(name), null)],
  });
  const hops = createTestHops({ bidders: { eager: {}, second: { aliasOf: 'eager' }, third: { aliasOf: 'eager' } } }, [
    eager,
  ]);
  const imp = Array.from({ length: 60 }, (_, at) => ({
    id: `i${at}`,
    banner: { w: 300, h: 250 },
    ext: { svc: { bidder: { eager: {}, second: {}, third: {} } } },
  }));
  const site = { page: 'https://news.example/', keywords: 'k'.repeat(400_000) };
  const prepared = served(hops.prepare(prepareMessage({ id: 'r', imp, site })));
  t.equal(shaped.filter((name) => name === 'second').length, 60);
  t.notOk(shaped.includes('third'));
  const { errors, nonbids } = openContext(prepared);
  const tooLong = [{ code: 2, message: /too large in total/ }];
  t.match(
    errors,
    wholeLists([
      ['second', tooLong],
      ['third', tooLong],
    ]),
  );
  t.equal(nonbids.filter(({ bidder }) => bidder === 2).length, 60);
});

t.test('characters of several bytes count by their bytes', async (t) => {
  const { prepared, asked } = prepareWith('語'.repeat(400_000 / 3));
  t.equal(asked('other'), 23);
  t.ok(prepared.bytes.byteLength < 33_554_432 + 1_048_576, `${prepared.bytes.byteLength} bytes`);
});

t.test('and so they do in many short bodies', async (t) => {
  const names = Array.from({ length: 50 }, (_, at) => `alias${at}`);
  const bidders = { mobfoxpb: {}, ...Object.fromEntries(names.map((name) => [name, { aliasOf: 'mobfoxpb' }])) };
  const bidder = Object.fromEntries(names.map((name) => [name, { TagID: 't' }]));
  const banner = { w: 300, h: 250 };
  const imp = Array.from({ length: 100 }, (_, at) => ({ id: `i${at}`, banner, ext: { svc: { bidder } } }));
  const site = { page: 'https://news.example/', keywords: '語'.repeat(3500) };
  const buyeruids = Object.fromEntries(names.map((name) => [name, `of ${name}`]));
  const user = { keywords: site.keywords, ext: { svc: { buyeruids } } };
  for (const text of [{ site }, { site: { page: site.page }, user }]) {
    const hops = createTestHops({ bidders }, [mobfox]);
    const { calls } = served(hops.prepare(prepareMessage({ id: 'r', imp, ...text })));
    const bytes = calls.reduce((sum, { body }) => sum + body.end - body.start, 0);
    t.ok(bytes > 20_000_000 && bytes < 33_554_432 + 2 * 4_194_304, `${bytes} bytes`);
  }
});

t.test('addresses and headers of calls without bodies count as well', async (t) => {
  const hops = createTestHops({ bidders: { adgeneration: {} } }, [adgeneration]);
  const ext = { svc: { bidder: { adgeneration: { id: '1' } } } };
  const imp = Array.from({ length: 100 }, (_, at) => ({ id: `i${at}`, banner: { w: 300, h: 250 }, ext }));
  const page = `https://news.example/${'x'.repeat(400_000)}`;
  const long = { site: { page } };
  const longHeader = { site: { page: 'https://news.example/' }, device: { ua: page, ip: '192.0.2.1' } };
  for (const more of [long, longHeader]) {
    const { calls } = served(hops.prepare(prepareMessage({ id: 'r', imp, ...more })));
    t.equal(calls.length, 83);
  }
});
