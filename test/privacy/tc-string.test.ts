/** The reader of consent strings, compared with IAB's decoder and given hostile strings. */
import { TCString } from '@iabtcf/core';
import t, { type Test } from 'tap';
import { listKey, readTcString, restrictionOf, unrestricted } from '../../src/privacy/tc-string.ts';
import { dice } from '../support/chance.ts';
import { processorMs } from '../support/processor-time.ts';
import { binary, bitText, consentString, vendorListJson, type TestConsent } from './support.ts';

function randomConsent(roll: (sides: number) => number, lastVendor: number): TestConsent {
  const some = (last: number, sides: number) =>
    Array.from({ length: last }, (_, at) => at + 1).filter(() => roll(sides) === 0);
  return {
    purposes: some(11, 2),
    interests: some(11, 2),
    specialFeatures: some(2, 2),
    vendors: some(lastVendor, 1 + roll(40)),
    vendorInterests: some(lastVendor, 1 + roll(3)),
    purposeOneTreatment: roll(2) === 0,
    restrictions: some(lastVendor, 5).map((vendor) => [1 + roll(10), roll(3), vendor] as const),
  };
}

const disclosureDue = new Date('2026-03-01T00:00:00Z');

const numbers = (last: number) => Array.from({ length: last }, (_, at) => at + 1);

function same(t: Test, text: string, lastVendor: number): void {
  const theirs = TCString.decode(text);
  const ours = readTcString(text);
  if (ours === undefined) throw new Error(`${text} cannot be read`);
  const asBits = (last: number, has: (number: number) => boolean) =>
    numbers(last).reduce((bits, number) => (has(number) ? bits | (1 << (number - 1)) : bits), 0);
  t.equal(ours.list, listKey(Number(theirs.policyVersion) >= 4 ? 3 : 2, Number(theirs.vendorListVersion)));
  t.equal(
    ours.purposes,
    asBits(24, (n) => theirs.purposeConsents.has(n)),
  );
  t.equal(
    ours.interests,
    asBits(24, (n) => theirs.purposeLegitimateInterests.has(n)),
  );
  t.equal(
    ours.specialFeatures,
    asBits(12, (n) => theirs.specialFeatureOptins.has(n)),
  );
  t.equal(ours.purposeOneTreatment, theirs.purposeOneTreatment);
  const vendors = numbers(lastVendor + 20);
  t.strictSame(
    vendors.filter((id) => ours.vendors.has(id)),
    vendors.filter((id) => theirs.vendorConsents.has(id)),
  );
  t.strictSame(
    vendors.filter((id) => ours.vendorInterests.has(id)),
    vendors.filter((id) => theirs.vendorLegitimateInterests.has(id)),
  );
  const { disclosure } = ours;
  t.strictSame(
    vendors.filter((id) => typeof disclosure === 'object' && disclosure.has(id)),
    vendors.filter((id) => theirs.lastUpdated >= disclosureDue && theirs.vendorsDisclosed.has(id)),
  );
  const restricted = (of: (purpose: number, vendor: number) => number) =>
    vendors.flatMap((vendor) => numbers(11).map((purpose) => of(purpose, vendor)));
  t.strictSame(
    restricted((purpose, vendor) => restrictionOf(ours, purpose, vendor)),
    restricted((purpose, vendor) => theirs.publisherRestrictions.getRestrictionType(vendor, purpose) ?? unrestricted),
  );
}

t.test("a random consent string is read the same as by IAB's decoder", async (t) => {
  const roll = dice(7);
  for (let round = 0; round < 60; round++) {
    const lastVendor = 1 + roll(round % 3 === 0 ? 700 : 60);
    const all = { purposes: [1, 2, 3, 4], legIntPurposes: [7, 8, 9, 10], flexiblePurposes: [2, 3, 4, 7, 8, 9, 10] };
    const vendors = Object.fromEntries(Array.from({ length: lastVendor }, (_, at) => [at + 1, all]));
    const list = vendorListJson(1 + roll(4000), vendors, 2 + roll(2));
    same(t, consentString(list, randomConsent(roll, lastVendor)), lastVendor);
  }
});

t.test("published examples are read the same as by IAB's decoder", async (t) => {
  for (const text of [
    'CPXxRfAPXxRfAAfKABENB-CgAAAAAAAAAAYgAAAAAAAA',
    'COvFyGBOvFyGBAbAAAENAPCAAOAAAAAAAAAAAEEUACCKAAA.IFoEUQQgAIQwgIwQABAEAAAAOIAACAIAAAAQAIAgEAACEAAAAAgAQBAAAAAAAGBAAgAAAAAAAFAAECAAAgAAQARAEQAAAAAJAAIAAgAAAYQEAAAQmAgBC3ZAYzUw',
  ]) {
    same(t, text, 50);
  }
});

const sample = 'CPXxRfAPXxRfAAfKABENB-CgAAAAAAAAAAYgAAAAAAAA';

t.test('a text that is no TCF 2 consent string is undefined', async (t) => {
  const cases = [
    '',
    '.',
    'x',
    'BOEFEAyOEFEAyAHABDENAI4AAAB9vABAASA',
    `D${sample.slice(1)}`,
    `${sample.slice(0, 20)}!${sample}`,
    'A'.repeat(20_000),
    '__proto__',
  ];
  for (const text of cases) t.equal(readTcString(text), undefined, text.slice(0, 40));
});

t.test('a consent string cut off anywhere is undefined', async (t) => {
  const list = vendorListJson(5, { 1: { purposes: [1] }, 700: { purposes: [2] } });
  const whole = consentString(list, { vendors: [1, 700], vendorInterests: [1], purposes: [1, 2] }).split('.')[0]!;
  t.ok(readTcString(whole));
  // The last characters may be padding.
  for (let end = 0; end < whole.length - 6; end++) t.equal(readTcString(whole.slice(0, end)), undefined, `${end}`);
});

const head =
  binary(2, 6) + binary(0, 72) + binary(10, 12) + binary(1, 12) + binary(1, 6) + binary(0, 12) + binary(9, 12);
const middle = `${binary(4, 6)}00${binary(0, 12)}${binary(0, 48)}0${binary(0, 12)}`;
const noVendors = `${binary(0, 16)}0`;

const due = disclosureDue.getTime() / 100;

/** The core segment of an empty consent string with these times. */
function coreOf(created: number, updated: number): string {
  const times = binary(created, 36) + binary(updated, 36);
  return bitText(`${binary(2, 6)}${times}${head.slice(78)}${middle}${noVendors}${noVendors}${binary(0, 12)}`);
}

function shownIn(text: string): string | undefined {
  const disclosure = readTcString(text)?.disclosure;
  return typeof disclosure === 'object' ? [1, 2, 3, 4].filter((id) => disclosure.has(id)).join() : disclosure;
}

t.test(
  'disclosed vendors are due by the later date of a string: then they are read, or counted as missing',
  async (t) => {
    const [one, other] = [bitText(`001${binary(3, 16)}0101`), bitText(`011${binary(0, 21)}`)];
    t.equal(shownIn(`${coreOf(due - 1, due - 1)}.${one}`), 'not due');
    t.equal(shownIn(`${coreOf(due, due - 1)}.${one}`), '1,3');
    t.equal(shownIn(`${coreOf(due - 1, due)}.${one}`), '1,3');
    t.equal(shownIn(`${coreOf(due, due)}.${other}.${one}`), '1,3', 'after another segment');
    const cases = ['', '.', `.${other}`, `.${one.slice(0, 3)}`, '.!', `.${bitText(`001${binary(0, 17)}`)}`];
    for (const rest of cases) t.equal(shownIn(coreOf(due, due) + rest), 'missing', rest);
    t.equal(shownIn(`${coreOf(due, due)}.${bitText(`001${binary(2, 16)}000`)}`), '', 'none of two vendors disclosed');
  },
);

t.test('a consent string with the most expensive content is read in less than 5 seconds', async (t) => {
  const everyone = `1${binary(1, 16)}${binary(65_535, 16)}`;
  const restrictions = `${binary(1, 12)}${binary(2, 6)}01${binary(400, 12)}${everyone.repeat(400)}`;
  const text = bitText(head + middle + noVendors + noVendors + restrictions);
  const tookMs = processorMs(() => {
    const read = readTcString(text);
    t.ok(read);
    t.equal(restrictionOf(read!, 2, 40_000), 1);
    t.equal(restrictionOf(read!, 3, 40_000), unrestricted);
  });
  t.ok(tookMs < 5000, `${tookMs} ms`);
  const endless = bitText(`${head + middle + noVendors + noVendors}${binary(4095, 12)}`);
  t.equal(readTcString(endless), undefined, 'a count larger than the text is undefined');
});

t.test('no text makes the reader throw', async (t) => {
  const roll = dice(99);
  const list = vendorListJson(5, { 1: { purposes: [1] }, 700: { purposes: [2] } });
  const whole = consentString(list, { vendors: [1, 700], restrictions: [[1, 0, 1]] });
  const letters = 'ABCXYZabcxyz0189-_.~!\u0000é';
  for (let round = 0; round < 20_000; round++) {
    const characters = [...whole];
    for (let change = roll(6); change >= 0; change--)
      characters[roll(characters.length)] = letters[roll(letters.length)]!;
    const read = readTcString(characters.join(''));
    if (read) for (const id of [0, 1, 700, 65_535, 70_000]) read.vendors.has(id);
  }
  t.pass('20,000 damaged strings without an exception');
});

/** A restriction of `purpose` to consent for these vendors, in bits. */
function restriction(purpose: number, vendors: readonly number[]): string {
  const ids = vendors.map((id) => `0${binary(id, 16)}`).join('');
  return `${binary(purpose, 6)}01${binary(vendors.length, 12)}${ids}`;
}

t.test(
  'publisher restrictions are kept by purpose, without those for no vendor: a search reads few of them',
  async (t) => {
    const all = Array.from({ length: 1000 }, (_, at) => restriction(1 + (at % 10), at < 500 ? [] : [7]));
    const text = bitText(`${head + middle + noVendors + noVendors}${binary(all.length, 12)}${all.join('')}`);
    const read = readTcString(text)!;
    t.strictSame(
      [...read.restrictions].map(([purpose, { length }]) => [purpose, length]),
      Array.from({ length: 10 }, (_, at) => [at + 1, 50]),
    );
    t.equal(restrictionOf(read, 10, 7), 1);
    t.equal(restrictionOf(read, 11, 7), unrestricted);
  },
);
