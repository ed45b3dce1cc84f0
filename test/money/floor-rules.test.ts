/** Which floor rule applies to an imp: the one with fewest wildcards, and those at the end (implementation B 9 'Floors'). */
import t from 'tap';
import { compileFloorRules, floorFieldsFault } from '../../src/money/floor-rules.ts';
import { chanceFrom } from '../support/chance.ts';

const three = ['domain', 'mediaType', 'size'];
const rulesOf = (values: Record<string, number>, fields = three, delimiter?: string) =>
  compileFloorRules({ values, schema: { fields, ...(delimiter !== undefined && { delimiter }) } });
/** Sorts rules by number of wildcards, then by their position. */
const rank = (rule: string): string => `${rule.split('*').length}${rule.replaceAll(/[ab]/g, '0').replaceAll('*', '1')}`;
const keys = [['a'], ['banner'], ['300x250']];

t.test('the rule with fewest wildcards applies, of equals the one whose first values are exact', async (t) => {
  const order = [
    'a|banner|300x250',
    'a|banner|*',
    'a|*|300x250',
    '*|banner|300x250',
    'a|*|*',
    '*|banner|*',
    '*|*|300x250',
    '*|*|*',
  ];
  for (const [at, rule] of order.entries()) {
    const left = order.slice(at).toReversed();
    const { find } = rulesOf(Object.fromEntries(left.map((name, value) => [name, value])));
    t.strictSame(find(keys), { rule, value: left.length - 1 }, rule);
  }
  t.equal(rulesOf({ 'b|banner|*': 1 }).find(keys), undefined);
});

t.test('any form of a value in the request may match; a * in the request is no wildcard', async (t) => {
  const { find } = rulesOf({ 'B|*|*': 2, 'b|*|*': 9, '*|*|*': 1 });
  t.strictSame(find([['a', 'b'], [], []]), { rule: 'b|*|*', value: 2 }, 'in any case, the first of equal rules wins');
  t.equal(rulesOf({ 'b|*|*': 2, 'a|*|*': 1 }).find([['a', 'b'], [], []])?.rule, 'a|*|*', 'the first of two forms wins');
  t.strictSame(find([['*'], ['*'], ['*']]), { rule: '*|*|*', value: 1 });
  t.strictSame(find([[], [], []]), { rule: '*|*|*', value: 1 });
  t.strictSame(rulesOf({ __proto__: 3, 'constructor^a': 4 }, ['domain', 'size'], '^').find([['constructor'], ['a']]), {
    rule: 'constructor^a',
    value: 4,
  });
});

t.test('a delimiter may be a letter or several characters', async (t) => {
  for (const delimiter of ['X', 'x', '→', '||', '__proto__']) {
    const { find, unfit } = rulesOf({ [['A', 'Banner', '*'].join(delimiter)]: 1 }, three, delimiter);
    t.strictSame(unfit, [], delimiter);
    t.equal(find(keys)?.value, 1, delimiter);
  }
  const many = Object.fromEntries(Array.from({ length: 99 }, (_, at) => [`c${at}||*||*`, at]));
  const { find } = rulesOf({ ...many, 'a|||banner||*': 1 }, three, '||');
  t.equal(find([['a'], ['|banner'], []])?.value, 1);
  t.equal(find([['a|'], ['banner'], []]), undefined, 'no delimiter arises where two values meet');
});

t.test('invalid rules are listed as unfit', async (t) => {
  const { unfit, find } = rulesOf({ 'a|b': 1, 'a|b|c|d': 1, 'a|banner|300x250': -1, 'a|*|*': 0 });
  t.strictSame(unfit, ['a|b', 'a|b|c|d', 'a|banner|300x250']);
  t.strictSame(find(keys), { rule: 'a|*|*', value: 0 });
});

t.test('schema.fields must be known and not repeated, with at least one', async (t) => {
  t.equal(floorFieldsFault(three), undefined);
  t.equal(floorFieldsFault([]), 'schema.fields names no field: give one or more');
  t.match(floorFieldsFault(['size', 'colour']), /^schema\.fields\[1\] is not a floors field/);
  t.match(floorFieldsFault(['size', 'domain', 'size']), /^schema\.fields\[2\] repeats/);
});

t.test('random rules give the same result as a search of all rules', async (t) => {
  const chance = chanceFrom(7);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(chance() * list.length)]!;
  let met = 0;
  for (let round = 0; round < 500; round++) {
    const values: Record<string, number> = {};
    for (let n = 0; n < 12; n++) values[[1, 2, 3].map(() => pick(['a', 'b', '*', '*'])).join('|')] = n;
    // Few rules are searched one by one, many are looked up.
    for (let n = 12; n < 200 * (round % 2); n++) values[`c${n}|*|*`] = n;
    const wanted = [1, 2, 3].map(() => pick([['a'], ['b'], ['a', 'b'], []]));
    const found = rulesOf(values).find(wanted);
    const fits = Object.keys(values).filter((rule) =>
      rule.split('|').every((part, at) => part === '*' || wanted[at]!.includes(part)),
    );
    const best = fits.map(rank).toSorted()[0];
    if (best !== undefined) met++;
    t.equal(found && rank(found.rule), best, `${Object.keys(values).join(' ')} for ${JSON.stringify(wanted)}`);
  }
  t.ok(met > 300, `a rule applied in ${met} rounds`);
});

t.test('findFor gives the same rule for a bidder as find does for any other field', async (t) => {
  const chance = chanceFrom(8);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(chance() * list.length)]!;
  for (let round = 0; round < 300; round++) {
    const place = round % 3;
    const values: Record<string, number> = {};
    for (let n = 0; n < 12; n++) values[[1, 2, 3].map(() => pick(['a', 'B', '*', '*'])).join('|')] = n;
    for (let n = 12; n < 200 * (round % 2); n++) values[['*', '*', '*'].with(place, `c${n}`).join('|')] = n;
    const asked = [1, 2, 3].map(() => pick([['a'], ['b'], ['a', 'b'], []])).with(place, []);
    const plain = rulesOf(values);
    const byBidder = rulesOf(values, three.with(place, 'bidder'));
    const shared = byBidder.find(asked);
    t.strictSame(shared, plain.find(asked));
    for (const name of ['a', 'b', 'c20', 'nobody'])
      t.strictSame(byBidder.findFor(name, asked, shared), plain.find(asked.with(place, [name])), `${name} ${round}`);
  }
});
