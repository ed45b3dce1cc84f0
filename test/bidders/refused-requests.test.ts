/** Requests that a bidder refuses as a whole, beyond the recorded cases. */
import t from 'tap';
import adot from '../../src/bidders/adot.ts';
import beop from '../../src/bidders/beop.ts';
import bidmachine from '../../src/bidders/bidmachine.ts';
import consumable from '../../src/bidders/consumable.ts';
import gamoshi from '../../src/bidders/gamoshi.ts';
import mgid from '../../src/bidders/mgid.ts';
import mobfoxpb from '../../src/bidders/mobfoxpb.ts';
import showheroes from '../../src/bidders/showheroes.ts';
import startio from '../../src/bidders/startio.ts';
import tappx from '../../src/bidders/tappx.ts';
import tradplus from '../../src/bidders/tradplus.ts';
import ucfunnel from '../../src/bidders/ucfunnel.ts';
import unicorn from '../../src/bidders/unicorn.ts';
import yieldlab from '../../src/bidders/yieldlab.ts';
import type { BidderDefinition } from '../../src/adapter/define-bidder.ts';
import type { BidRequest } from '../../src/openrtb/request.ts';
import { bidderOf, callsOf } from '../adapter/support.ts';
import { wholeLists } from '../support/whole-lists.ts';

/** The number of calls for one banner, then the problems. */
function asked(definition: BidderDefinition, request: Partial<BidRequest>, params: object = {}) {
  const imps = [{ id: 'i1', banner: { w: 300, h: 250 }, params }];
  const { calls, problems } = callsOf(bidderOf(definition), imps, request);
  return [calls.length, ...problems.map(({ code, message }) => `${code}: ${message}`)];
}

const under = (regs: NonNullable<BidRequest['regs']>) =>
  asked(unicorn, { app: {}, regs }, { accountId: 1, placementId: 'p' });

t.test('UNICORN: a request under COPPA, GDPR or US privacy is refused', async (t) => {
  t.strictSame(under({}), [1]);
  t.strictSame(under({ coppa: 0, gdpr: 0 }), [1]);
  t.strictSame(under({ coppa: 1 }), [0, '2: COPPA is not supported']);
  t.strictSame(under({ gdpr: 1 }), [0, '2: GDPR is not supported']);
  t.strictSame(under({ ext: { gdpr: 1 } }), [0, '2: GDPR is not supported']);
  t.strictSame(under({ us_privacy: '1YNN' }), [0, '2: CCPA is not supported']);
});

t.test('UNICORN: a request is refused if one imp has no placement', async (t) => {
  const imps = ['p', ''].map((placementId, at) => ({
    id: `i${at}`,
    banner: {},
    params: { accountId: 1, placementId },
  }));
  const { calls, problems } = callsOf(bidderOf(unicorn), imps, { app: {} });
  t.match([calls.length, problems], wholeLists([0, [{ code: 2, message: /"i1".*placement/ }]]));
});

t.test('Start.io: a request that does not accept USD is refused', async (t) => {
  t.strictSame(asked(startio, { site: { id: 's' } }), [1]);
  t.strictSame(asked(startio, { app: { bundle: 'b' }, cur: ['EUR', 'USD'] }), [1]);
  t.strictSame(asked(startio, { site: { page: 'https://page.example' } }), [1]);
  t.match(asked(startio, { site: { id: 's' }, cur: ['EUR'] }), wholeLists([0, /2: .*USD only/]));
});

t.test('ShowHeroes: a request needs site.page or app.bundle', async (t) => {
  const params = { unitId: '12345678' };
  t.strictSame(asked(showheroes, { site: { page: 'https://page.example' } }, params), [1]);
  t.strictSame(asked(showheroes, { app: { bundle: 'b' } }, params), [1]);
  t.match(asked(showheroes, { site: { id: 's' } }, params), wholeLists([0, /2: .*site\.page/]));
  t.match(asked(showheroes, { app: { id: 'a' } }, params), wholeLists([0, /2: .*app\.bundle/]));
  t.match(asked(showheroes, {}, params), wholeLists([0, /2: /]));
});

t.test('BeOp: the params need a pid or a nid', async (t) => {
  t.strictSame(asked(beop, {}, { pid: 'p' }), [1]);
  t.strictSame(asked(beop, {}, { nid: 'n', ntpnid: 'x' }), [1]);
  for (const nobody of [{ pid: '' }, { nid: '', ntpnid: 'x' }])
    t.strictSame(asked(beop, {}, nobody), [0, '2: imp "i1": the params have neither pid nor nid']);
});

t.test('an imp whose params form no address is named, and the others are sent', async (t) => {
  const site = { page: 'https://page.example' };
  const cases: readonly (readonly [BidderDefinition, bad: object])[] = [
    [adot, { publisherPath: '/..' }],
    [beop, { pid: '' }],
    [bidmachine, { host: 'h', path: '..' }],
    [consumable, {}],
    [gamoshi, { supplyPartnerId: '..' }],
    [mgid, { accountId: '..' }],
    [mobfoxpb, {}],
    [tappx, { endpoint: '..' }],
    [tradplus, { accountId: 'a', zoneId: 'a.b' }],
    [ucfunnel, { partnerid: '..', adunitid: 'a' }],
    [yieldlab, { ...(yieldlab.example as object), adslotId: '..' }],
  ];
  for (const [definition, bad] of cases) {
    const imps = [bad, bad, definition.example].map((params, at) => ({
      id: `i${at}`,
      banner: { w: 300, h: 250 },
      params,
    }));
    const { calls, problems } = callsOf(bidderOf(definition), imps, { site });
    t.strictSame(
      calls.flatMap(({ impids }) => impids),
      ['i2'],
      definition.code,
    );
    t.match(
      problems,
      wholeLists([{ message: /^imp "i0": the param/ }, { message: /^imp "i1": the param/ }]),
      definition.code,
    );
  }
});
