/** Recorded replies with randomly changed members (house, 'Errors'): reading never throws, reports known codes only, and is deterministic. */
import t from 'tap';
import type { ReadReply } from '../../src/adapter/adapter-results.ts';
import type { Bidder } from '../../src/adapter/contract.ts';
import { errorCode } from '../../src/errors.ts';
import { loadBidders } from '../../src/load-bidders.ts';
import type { Imp } from '../../src/openrtb/imp.ts';
import { mediaTypes } from '../../src/openrtb/media-types.ts';
import { isObject, type JsonObject } from '../../src/openrtb/json-object.ts';
import { fixtureBidder, fixtureFolder, fixtureSkip, readFixtures } from '../bidders/fixture-folder.ts';
import { readCases, type Case } from '../bidders/fixtures.ts';
import { withoutNulls } from '../bidders/typed-decode.ts';
import { chanceFrom, pick } from '../support/chance.ts';
import { callsOf } from './support.ts';

const chance = chanceFrom(20_261);

/** How often the reply of each bidder is changed. */
const times = 60;

/** JSON texts that replace a member. */
const values =
  `null true -1 0 1.5 1e308 1e999 9007199254740993 [] {} [null] [{}] [[]] "" "x" "12.5" "__proto__" "<VAST/>"
  "\\ud800\${AUCTION_PRICE}%zz\\r\\n" "{\\"native\\":[]}" {"__proto__":{"polluted":1}} ${'['.repeat(300)}${']'.repeat(300)}`.split(
    /\s+/,
  );
const unreadable = ['<html>', '{', '\u0000', 'NaN', '{"a":1}x', '<?xml version="1.0"?><r/>', '['.repeat(9000)];
const codes: ReadonlySet<number> = new Set(Object.values(errorCode));

/** The JSON text of `value` with one random member or entry changed. */
function changed(value: unknown): string {
  if (!isObject(value) && !Array.isArray(value)) return pick(values, chance);
  const names = Object.keys(value);
  if (names.length === 0 || chance() < 0.15) return pick(values, chance);
  const name = pick(names, chance);
  const texts = Object.entries(value).map(([key, member]) => {
    const text = key === name ? changed(member) : JSON.stringify(member);
    return Array.isArray(value) ? text : `${JSON.stringify(key)}:${text}`;
  });
  return Array.isArray(value) ? `[${texts.join(',')}]` : `{${texts.join(',')}}`;
}

function faultOf({ cur, bids, problems }: ReadReply): string | undefined {
  if (typeof cur !== 'string') return 'a currency that is not a string';
  if (problems.some(({ code, message }) => !codes.has(code) || message === ''))
    return 'a problem with an unknown code or without a message';
  if (bids.some(({ bid, type }) => !isObject(bid) || !mediaTypes.includes(type)))
    return 'a bid that is no object or has an unknown type';
  const prices = bids.map(({ bid }) => bid['price'] ?? 0);
  return prices.every((price) => typeof price === 'number' && !Number.isNaN(price))
    ? undefined
    : 'a price that is not a number';
}

/** Reads a text as the reply to the first call of a case. */
function readerOf(bidder: Bidder, { request }: Case): ((text: string) => ReadReply) | undefined {
  // As in the service, null members of a request count as absent.
  const { imp, ...rest } = withoutNulls(request) as JsonObject & { imp: Imp[] };
  const imps = imp.map((one) => ({ ...one, params: isObject(one.ext) ? one.ext['bidder'] : undefined }));
  const call = callsOf(bidder, imps, rest).calls[0];
  if (call === undefined) return undefined;
  const sent = call.imps.map((at) => ({ id: imp[at]!.id ?? '', types: mediaTypes.filter((type) => imp[at]![type]) }));
  const note: unknown = call.note === undefined ? undefined : JSON.parse(JSON.stringify(call.note));
  return (text) =>
    bidder.adapter.readReply({ namespace: 'svc', status: 200, text, headers: [], imps: sent, note, bidder });
}

t.test(
  'a changed reply is read without an exception, the same way twice, and invalid JSON is reported',
  { skip: fixtureSkip },
  async (t) => {
    const { known } = await loadBidders();
    const { configs } = readFixtures(known);
    let read = 0;
    for (const [code, [config]] of Object.entries(configs)) {
      const definition = known.get(code)?.definition;
      const one =
        config && readCases(fixtureFolder, config).find(({ calls, request }) => calls[0]?.replyText && request['imp']);
      const reader = definition && one && readerOf(fixtureBidder(code, definition, config), one);
      if (reader === undefined) continue;
      const body: unknown = JSON.parse(one!.calls[0]!.replyText);
      const texts = Array.from({ length: times }, () => changed(body));
      const faults = texts.flatMap((text) => {
        const first = reader(text);
        const fault = JSON.stringify(first) === JSON.stringify(reader(text)) ? faultOf(first) : 'two readings differ';
        return fault === undefined ? [] : [`${fault}: ${text.slice(0, 300)}`];
      });
      t.strictSame(faults, [], code);
      const silent = unreadable.filter((text) => reader(text).problems.length === 0);
      t.strictSame(silent, [], `${code}: invalid JSON is reported`);
      read += 1;
    }
    t.ok(read > 100, `${read} bidders`);
    t.notOk('polluted' in {}, 'Object.prototype is not polluted');
  },
);
