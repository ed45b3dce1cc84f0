/**
 * A bidder's code that changes everything it gets affects no other bidder, in this auction or the next (issue 3, 'Must hold').
 * ISOLATION_SHAPINGS=1000000 sets the number of shapings.
 */
import t from 'tap';
import { Type } from 'typebox';
import { defineBidder, type BidderDefinition } from '../../src/adapter/define-bidder.ts';
import { callTexts, createTestHops, prepareMessage } from '../support/hops.ts';
import { chanceFrom, pick, type Chance } from '../support/chance.ts';
import { variedRequest } from './varied-requests.ts';

/** The number of requests shaped for other bidders, two in each auction. */
const shapings = Number(process.env['ISOLATION_SHAPINGS'] ?? 20_000);
const distinctRequests = 500;
const names = ['evilSteps', 'bidderC', 'evilAdapter', 'bidderD'];
const endpoint = 'http://127.0.0.1:1/';
const bidders = Object.fromEntries(
  names.map((name) => [name, { endpoint, ...(name === 'bidderD' && { ortbVersion: '2.6' }) }]),
);

/** Counts of changes made and refused, as a test without changes would prove nothing. */
const tries = { made: 0, refused: 0 };

/** Tries to change `value` and all that it holds, each in a random way. */
function vandalise(value: unknown, chance: Chance, depth = 0): void {
  if (typeof value !== 'object' || value === null || depth > 20) return;
  for (const key of Object.keys(value)) {
    if (key === 'adapter') continue;
    vandalise((value as { [key: string]: unknown })[key], chance, depth + 1);
    count(pick(ways, chance)(value, key));
  }
  count(Reflect.set(value, 'evil', { was: 'here' }));
  if (Array.isArray(value)) count(Reflect.set(value, 'length', 0));
}

function count(changed: boolean): void {
  if (changed) tries.made++;
  else tries.refused++;
}

const ways: readonly ((value: object, key: string) => boolean)[] = [
  (value, key) => Reflect.set(value, key, 'evil'),
  (value, key) => Reflect.deleteProperty(value, key),
  (value, key) => Reflect.defineProperty(value, key, { get: () => 'evil', configurable: true, enumerable: true }),
  (value) => Reflect.setPrototypeOf(value, { toJSON: () => 'evil' }),
  (value) => Reflect.set(value, 'toJSON', () => 'evil'),
];

/** A definition whose steps try to change all they get, each about every fourth time. */
function evilSteps(chance: Chance): BidderDefinition {
  const spoil = (...given: unknown[]): null => {
    if (chance() < 0.25) for (const one of given) vandalise(one, chance);
    return null;
  };
  return defineBidder({
    code: 'evilSteps',
    params: Type.Object({}),
    imp: [spoil],
    split: (imp, c) => (spoil(imp, c), [{}]),
    body: [spoil],
    headers: [(request, c) => (spoil(request, c), [])],
    url: (url, c) => (spoil(c), url),
    note: spoil,
  });
}

/** An adapter that tries to change the request it gets and the fragments that write it. */
function evilAdapter(chance: Chance): BidderDefinition {
  const definition = defineBidder({ code: 'evilAdapter', params: Type.Object({}) });
  const adapter: BidderDefinition['adapter'] = {
    ...definition.adapter,
    hasCode: true,
    makeCalls: (given) => {
      const { request, own, imps, fragments, auction, bidder } = given;
      for (const part of [request, own, imps, auction, bidder, given]) if (chance() < 0.4) vandalise(part, chance);
      for (const word of ['text', 'fresh', 'join']) count(Reflect.set(fragments, word, () => '"evil"'));
      return { calls: [], problems: [] };
    },
  };
  return { ...definition, adapter };
}

const harmless = ['evilSteps', 'evilAdapter'].map((code) => defineBidder({ code, params: Type.Object({}) }));

t.test(`two bidders that try to change everything do not affect ${shapings} requests of others`, async (t) => {
  const chance = chanceFrom(1);
  const quiet = createTestHops({ bidders }, harmless);
  const rough = createTestHops({ bidders }, [evilSteps(chance), evilAdapter(chance)]);
  const messages = Array.from({ length: distinctRequests }, () => prepareMessage(variedRequest(names, chance)));
  const expected = messages.map((message) => callTexts(quiet.prepare(message)));
  let disturbed = 0;
  for (let auctions = 0; auctions < shapings / 2; auctions++) {
    const at = auctions % distinctRequests;
    const texts = callTexts(rough.prepare(messages[at]!));
    for (const name of ['bidderC', 'bidderD']) {
      if (texts.get(name)?.[0] === expected[at]!.get(name)?.[0]) continue;
      if (disturbed++ === 0) t.equal(texts.get(name)?.[0], expected[at]!.get(name)?.[0], `request ${at}, ${name}`);
    }
  }
  t.equal(disturbed, 0, 'requests of other bidders that differ by a byte');
  t.ok(new Set(expected.map((texts) => texts.get('bidderC')?.[0])).size === distinctRequests, 'the requests differ');
  t.ok(tries.refused > shapings, `${tries.refused} changes were refused`);
  t.ok(tries.made > shapings / 10, `${tries.made} changes were made to the bidder's own data`);
});
