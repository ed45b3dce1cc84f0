/** The number for a text with more digits than a double keeps (decisions, 'Price arithmetic'). */
import t from 'tap';
import { numberOfText } from '../../src/money/long-number.ts';

const read = (text: string): number => numberOfText(text, Number(text));

t.test('a text that a double keeps is read as that double', async (t) => {
  for (const text of ['1.5', '0.1', '1.50', '15e-1', '0.015E+2', '100', '1e2', '1e21', '1e-7', '0.10000000000000000']) {
    t.equal(read(text), Number(text), text);
  }
});

t.test('a text next to a short decimal becomes the next double on the same side', async (t) => {
  const cases: readonly (readonly [text: string, short: number])[] = [
    ['1.49999999999999999999', 1.5],
    ['0.99999999999999999999', 1],
    ['14999999999999999999.9e-19', 1.5],
    ['0.000000149999999999999999999', 1.5e-7],
    ['99.999999999999999999999', 100],
  ];
  for (const [text, short] of cases) {
    t.equal(Number(text), short, `${text}: the nearest double is the short decimal`);
    t.ok(read(text) < short, text);
    t.ok(read(text) > short * (1 - 2 ** -51), `${text}: by one step`);
    const above = `${String(short)}${Number.isInteger(short) ? '.' : ''}`.replace(/e|$/, '00000000000000000001$&');
    t.equal(Number(above), short, `${above}: the nearest double is the short decimal`);
    t.ok(read(above) > short, above);
    t.ok(read(above) < short * (1 + 2 ** -51), `${above}: by one step`);
  }
});

t.test('zero, negative and infinite numbers are read as by Number', async (t) => {
  for (const text of ['0', '0.00', '0e5', '000', '-1.49999999999999999999', '1e999'])
    t.equal(read(text), Number(text), text);
});
