/** The headers of calls, beyond the recorded cases: most describe the client. */
import t from 'tap';
import type { BidderDefinition } from '../../src/adapter/define-bidder.ts';
import adelement from '../../src/bidders/adelement.ts';
import adnuntius from '../../src/bidders/adnuntius.ts';
import axonix from '../../src/bidders/axonix.ts';
import between from '../../src/bidders/between.ts';
import bmtm from '../../src/bidders/bmtm.ts';
import clydo from '../../src/bidders/clydo.ts';
import connatix from '../../src/bidders/connatix.ts';
import datablocks from '../../src/bidders/datablocks.ts';
import flipp from '../../src/bidders/flipp.ts';
import gamoshi from '../../src/bidders/gamoshi.ts';
import krushmedia from '../../src/bidders/krushmedia.ts';
import madsense from '../../src/bidders/madsense.ts';
import madvertise from '../../src/bidders/madvertise.ts';
import smartx from '../../src/bidders/smartx.ts';
import telaria from '../../src/bidders/telaria.ts';
import theadx from '../../src/bidders/theadx.ts';
import trustx from '../../src/bidders/trustx.ts';
import zeroclickfraud from '../../src/bidders/zeroclickfraud.ts';
import { bidderOf, callsOf } from '../adapter/support.ts';

const device = { ua: 'agent', ip: '192.0.2.1', ipv6: '2001:db8::1', language: 'en', dnt: 1 as const };
const both = { banner: { w: 300, h: 250 }, video: { mimes: ['video/mp4'] } };

/** The values of these headers, by their names, in the only call for one imp. */
function headersOf(definition: BidderDefinition, params: object, names: readonly string[]) {
  const request = { device, site: { page: 'https://acme.com/' } };
  const [call] = callsOf(bidderOf(definition), [{ id: 'i1', ...both, params }], request).calls;
  const { headers = [] } = call ?? {};
  return names.map((name) => headers.filter((_, at) => headers[at - 1] === name && at % 2 === 1));
}

const addresses = (definition: BidderDefinition, params: object) =>
  headersOf(definition, params, ['x-forwarded-for'])[0];

t.test('some bidders get the IPv4 address only, some prefer IPv6, some get both', async (t) => {
  t.strictSame(addresses(madvertise, { zoneId: '/111111' }), ['192.0.2.1']);
  t.strictSame(addresses(smartx, { tagId: 't', publisherId: 'p', siteId: 's' }), ['192.0.2.1']);
  t.strictSame(addresses(adnuntius, { auId: 'a' }), ['192.0.2.1']);
  t.strictSame(addresses(krushmedia, { key: 'k' }), ['192.0.2.1']);
  t.strictSame(addresses(clydo, { partnerId: 'p' }), ['192.0.2.1']);
  t.strictSame(addresses(telaria, { seatCode: 's' }), ['192.0.2.1']);
  t.strictSame(addresses(gamoshi, { supplyPartnerId: 's' }), ['192.0.2.1']);
  t.strictSame(addresses(trustx, {}), ['2001:db8::1']);
  t.strictSame(addresses(madsense, { company_id: 'c' }), ['2001:db8::1']);
  t.strictSame(headersOf(theadx, { tagid: 1 }, ['x-real-ip']), [['2001:db8::1', '192.0.2.1']]);
  t.strictSame(addresses(connatix, { placementId: 'p' }), ['2001:db8::1', '192.0.2.1']);
});

t.test('Between: headers have user agent, address, language, dnt and page', async (t) => {
  const names = ['user-agent', 'x-forwarded-for', 'accept-language', 'dnt', 'referer'];
  t.strictSame(headersOf(between, { host: 'lbs-eu1.ads', publisher_id: '1' }, names), [
    ['agent'],
    ['192.0.2.1'],
    ['en'],
    ['1'],
    ['https://acme.com/'],
  ]);
});

t.test('Axonix: the content type has no charset', async (t) => {
  t.strictSame(headersOf(axonix, { supplyId: 's' }, ['content-type']), [['application/json']]);
});

t.test('Bright Mountain Media: IPv6 is sent only without an IPv4 address', async (t) => {
  const params = { placement_id: 1 };
  t.strictSame(addresses(bmtm, params), ['192.0.2.1']);
  const imp = { id: 'i1', ...both, params };
  const [call] = callsOf(bidderOf(bmtm), [imp], { device: { ipv6: '2001:db8::1' } }).calls;
  t.match(call?.headers.join('|'), /x-forwarded-for\|2001:db8::1$/);
});

t.test('some bidders get a content type without charset', async (t) => {
  const cases: [BidderDefinition, object][] = [
    [datablocks, { sourceId: 1 }],
    [flipp, { creativeType: 'DTX' }],
    [zeroclickfraud, { sourceId: 1, host: 'acme.com' }],
  ];
  for (const [definition, params] of cases)
    t.strictSame(headersOf(definition, params, ['content-type']), [['application/json']], definition.code);
});

t.test('AdElement: accept is application/json, and no OpenRTB version is sent', async (t) => {
  t.strictSame(headersOf(adelement, { supply_id: 's' }, ['accept', 'x-openrtb-version']), [['application/json'], []]);
});
