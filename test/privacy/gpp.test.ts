/** Reading GPP strings: examples of the header, the opt-outs of each section, invalid texts. */
import t from 'tap';
import { readGpp } from '../../src/privacy/gpp.ts';
import { gppOptsOut, gppUsPrivacy } from '../../src/privacy/us-opt-out.ts';
import { dice } from '../support/chance.ts';
import { binary, bitText, gppString } from './support.ts';

t.test('the examples of the standard are read', async (t) => {
  const consent = 'CPXxRfAPXxRfAAfKABENB-CgAAAAAAAAAAYgAAAAAAAA';
  t.strictSame([...readGpp(`DBABMA~${consent}`)!], [[2, consent]]);
  t.strictSame(
    [...readGpp(`DBACNYA~${consent}~1YNN`)!],
    [
      [2, consent],
      [6, '1YNN'],
    ],
  );
  t.strictSame(
    [...readGpp(`DBABjw~${consent}~1YNN`)!],
    [
      [5, consent],
      [6, '1YNN'],
    ],
    'a range of sections',
  );
});

t.test('any set of section ids is read from the header', async (t) => {
  for (let first = 1; first < 25; first++) {
    for (const step of [1, 2, 5, 13]) {
      const sections = Object.fromEntries([first, first + step, first + 3 * step].map((id) => [id, `s${id}`]));
      t.strictSame(Object.fromEntries(readGpp(gppString(sections))!), sections);
    }
  }
});

/** The opt-outs of each section by the number of fields before them (six bits of version, then two each). */
const fieldsBefore: { readonly [section: string]: readonly (readonly [name: string, fields: number])[] } = {
  7: [
    ['SaleOptOut', 6],
    ['SharingOptOut', 7],
    ['TargetedAdvertisingOptOut', 8],
  ],
  8: [
    ['SaleOptOut', 3],
    ['SharingOptOut', 4],
  ],
  9: [
    ['SaleOptOut', 3],
    ['TargetedAdvertisingOptOut', 4],
  ],
  10: [
    ['SaleOptOut', 3],
    ['TargetedAdvertisingOptOut', 4],
  ],
  11: [
    ['SaleOptOut', 4],
    ['TargetedAdvertisingOptOut', 5],
  ],
  12: [
    ['SaleOptOut', 3],
    ['TargetedAdvertisingOptOut', 4],
  ],
  13: [
    ['SaleOptOut', 3],
    ['TargetedAdvertisingOptOut', 4],
  ],
  18: [
    ['SaleOptOut', 4],
    ['TargetedAdvertisingOptOut', 5],
  ],
  22: [
    ['SaleOptOut', 3],
    ['TargetedAdvertisingOptOut', 4],
  ],
  23: [
    ['SaleOptOut', 3],
    ['TargetedAdvertisingOptOut', 4],
  ],
};

const section = (optedOutField: number, value: number): string =>
  bitText(binary(1, 6) + Array.from({ length: 14 }, (_, at) => binary(at === optedOutField ? value : 2, 2)).join(''));

const optsOut = (id: string, text: string) => gppOptsOut(readGpp(gppString({ [id]: text }))!, undefined);

for (const [id, fields] of Object.entries(fieldsBefore)) {
  t.test(`section ${id}: value 1 of an opt-out field opts out, and no other field does`, async (t) => {
    for (const [name, before] of fields) {
      t.equal(optsOut(id, section(before, 1)), true, `${name} is 1: opted out`);
      t.equal(optsOut(id, section(before, 2)), false, `${name} is 2: not opted out`);
      t.equal(optsOut(id, section(before, 0)), false, `${name} is 0: does not apply`);
    }
    const others = Array.from({ length: 14 }, (_, at) => at).filter(
      (at) => !fields.some(([, before]) => before === at),
    );
    for (const at of others) t.equal(optsOut(id, section(at, 1)), false, `field ${at} is no opt-out`);
    t.equal(optsOut(id, `${section(fields[0]![1], 1)}.YA`), true, 'with a GPC segment after it');
  });
}

t.test('published strings of the US national section are read', async (t) => {
  t.equal(gppOptsOut(readGpp('DBABLA~BVQqAAAAAgA.QA')!, undefined), false);
  t.equal(gppOptsOut(readGpp('DBABLA~BVVVVVVVVWA.AA')!, undefined), true);
});

/** Strings of IAB Tech Lab's encoder (@iabgpp/cmpapi 3.2.0): each section without an opt-out, then with each of its opt-outs. */
const encoded: { readonly [section: string]: readonly [none: string, ...optedOut: string[]] } = {
  7: ['DBABLA~CFUAAAAAAABA.QA', 'DBABLA~CFUQAAAAAABA.QA', 'DBABLA~CFUEAAAAAABA.QA', 'DBABLA~CFUBAAAAAABA.QA'],
  8: ['DBABBg~BUAAAABA.QA', 'DBABBg~BUQAAABA.QA', 'DBABBg~BUEAAABA.QA'],
  9: ['DBABRg~BFAAABA', 'DBABRg~BFQAABA', 'DBABRg~BFEAABA'],
  10: ['DBABJg~BFAAAEA.QA', 'DBABJg~BFQAAEA.QA', 'DBABJg~BFEAAEA.QA'],
  11: ['DBABFg~BFQAAAQA', 'DBABFg~BFUAAAQA', 'DBABFg~BFRAAAQA'],
  12: ['DBABVg~BFAAAAEA.QA', 'DBABVg~BFQAAAEA.QA', 'DBABVg~BFEAAAEA.QA'],
  13: ['DBABAw~BFAAAABA', 'DBABAw~BFQAAABA', 'DBABAw~BFEAAABA'],
  14: ['DBABQw~BFAAAABA.QA', 'DBABQw~BFQAAABA.QA', 'DBABQw~BFEAAABA.QA'],
  15: ['DBABIw~BFAAAAABAA.QA', 'DBABIw~BFQAAAABAA.QA', 'DBABIw~BFEAAAABAA.QA'],
  16: ['DBABEw~BFAAAAQA.QA', 'DBABEw~BFQAAAQA.QA', 'DBABEw~BFEAAAQA.QA'],
  17: ['DBABUw~BFAAAAABAA.QA', 'DBABUw~BFQAAAABAA.QA', 'DBABUw~BFEAAAABAA.QA'],
  18: ['DBABCw~BFQAAAQA.QA', 'DBABCw~BFUAAAQA.QA', 'DBABCw~BFRAAAQA.QA'],
  19: ['DBABSw~BFAAAAQA.QA', 'DBABSw~BFQAAAQA.QA', 'DBABSw~BFEAAAQA.QA'],
  20: ['DBABKw~BFAAAABA.QA', 'DBABKw~BFQAAABA.QA', 'DBABKw~BFEAAABA.QA'],
  21: ['DBABAYA~BFAAAAAAQA.QA', 'DBABAYA~BFQAAAAAQA.QA', 'DBABAYA~BFEAAAAAQA.QA'],
  22: ['DBABQYA~BFAAAAQA.QA', 'DBABQYA~BFQAAAQA.QA', 'DBABQYA~BFEAAAQA.QA'],
  23: ['DBABIYA~BFAAAAQA.QA', 'DBABIYA~BFQAAAQA.QA', 'DBABIYA~BFEAAAQA.QA'],
  24: ['DBABEYA~BQUA.QA', 'DBABEYA~BQVA.QA', 'DBABEYA~BQUQ.QA'],
  25: ['DBABUYA~BQUA.AAA', 'DBABUYA~BQVA.AAA', 'DBABUYA~BQUQ.AAA'],
  26: ['DBABCYA~BQUA.AAA', 'DBABCYA~BQVA.AAA', 'DBABCYA~BQUQ.AAA'],
  27: ['DBABSYA~BQUA.AAA', 'DBABSYA~BQVA.AAA', 'DBABSYA~BQUQ.AAA'],
};

t.test('the opt-outs of every section are read as IAB Tech Lab encodes them', async (t) => {
  for (const [id, [none, ...optedOut]] of Object.entries(encoded)) {
    t.equal(gppOptsOut(readGpp(none)!, [Number(id)]), false, `${id}: ${none}`);
    for (const text of optedOut) t.equal(gppOptsOut(readGpp(text)!, [Number(id)]), true, `${id}: ${text}`);
  }
});

t.test('only the sections in gpp_sid apply; without gpp_sid all do', async (t) => {
  const sections = readGpp(gppString({ 6: '1YYN', 8: section(3, 1), 12: section(3, 2) }))!;
  t.equal(gppOptsOut(sections, undefined), true);
  t.equal(gppOptsOut(sections, [8]), true);
  t.equal(gppOptsOut(sections, [12]), false);
  t.equal(gppUsPrivacy(sections, undefined), '1YYN');
  t.equal(gppUsPrivacy(sections, [6]), '1YYN');
  t.equal(gppUsPrivacy(sections, [8]), '');
  t.equal(gppUsPrivacy(readGpp(gppString({ 6: 'BAAA' }))!, undefined), '', 'no valid us_privacy string');
});

t.test('an invalid GPP string is undefined', async (t) => {
  const good = gppString({ 2: 'x', 6: '1YNN' });
  const bad = ['', '~', '~~~', 'CBABMA~x', 'DCABMA~x', `${good}~more`, good.split('~').slice(0, 2).join('~')];
  bad.push(
    'D'.repeat(50_000),
    `DBABMA${'~'.repeat(40_000)}`,
    `${bitText(`${binary(3, 6)}${binary(1, 6)}${binary(4095, 12)}`)}~x`,
  );
  // A range of a hundred thousand sections, and a number without an end.
  bad.push(`${bitText(`${binary(3, 6)}${binary(1, 6)}${binary(1, 12)}1${'11'}${'0'.repeat(24)}11`)}~x`);
  bad.push(`${bitText(`${binary(3, 6)}${binary(1, 6)}${binary(1, 12)}0${'01'.repeat(200)}`)}~x`);
  // Two sections are announced, and the header ends after the first.
  bad.push(`${bitText(`${binary(3, 6)}${binary(1, 6)}${binary(2, 12)}0011`)}~x`);
  // The header ends within the number of sections.
  bad.push('DB', 'DBA');
  for (const text of bad) t.equal(readGpp(text), undefined, text.slice(0, 30));
  t.strictSame([...readGpp('DBAA')!], [], 'a header without sections is valid');
});

t.test('no text makes the reader throw', async (t) => {
  const letters = 'ABCDXYZabcxyz0189-_.~!\u0000é';
  const roll = dice(5);
  for (let round = 0; round < 20_000; round++) {
    const text = Array.from({ length: roll(40) }, () => letters[roll(letters.length)]).join('');
    const sections = readGpp(round % 2 === 0 ? text : `DBA${text}`);
    if (sections) gppOptsOut(sections, undefined);
  }
  t.pass('20,000 texts without an exception');
});
