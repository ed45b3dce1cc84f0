/** Which number stands for a text with more digits than a number keeps (decisions, 'Price arithmetic'). */
import t from 'tap';
import { numberOfText } from '../../src/money/long-number.ts';

const read = (text: string): number => numberOfText(text, Number(text));

t.test('a text that a number keeps is that number, however it is written', async (t) => {
  for (const text of ['1.5', '0.1', '1.50', '15e-1', '0.015E+2', '100', '1e2', '1e21', '1e-7', '0.10000000000000000']) {
    t.equal(read(text), Number(text), text);
  }
});

t.test('a text that lies beside a short decimal is beside it as a number, on the same side', async (t) => {
  const cases: readonly (readonly [text: string, short: number])[] = [
    ['1.49999999999999999999', 1.5],
    ['0.99999999999999999999', 1],
    ['14999999999999999999.9e-19', 1.5],
    ['0.000000149999999999999999999', 1.5e-7],
    ['99.999999999999999999999', 100],
  ];
  for (const [text, short] of cases) {
    t.equal(Number(text), short, `${text}: the nearest`);
    t.ok(read(text) < short, text);
    t.ok(read(text) > short * (1 - 2 ** -51), `${text}: by one step`);
    const above = `${String(short)}${Number.isInteger(short) ? '.' : ''}`.replace(/e|$/, '00000000000000000001$&');
    t.equal(Number(above), short, `${above}: the nearest`);
    t.ok(read(above) > short, above);
    t.ok(read(above) < short * (1 + 2 ** -51), `${above}: by one step`);
  }
});

t.test('zero, what is negative and what is infinite stay', async (t) => {
  for (const text of ['0', '0.00', '0e5', '000', '-1.49999999999999999999', '1e999'])
    t.equal(read(text), Number(text), text);
});
