/** Problems in the answer are limited in number and length, and their codes are documented. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { impEnds, nonBidPlaces } from '../src/auction/tally.ts';
import { addProblem, errorCode, nonBidCode, type Problems, warningCode } from '../src/errors.ts';

t.test('at most twenty problems of a bidder are shown, each with at most a thousand characters', async (t) => {
  const problems: Problems = new Map();
  const add = (message: string): void => addProblem(problems, 'acme', { code: errorCode.badInput, message });
  for (const id of ['a', 'b'.repeat(100_000)]) add(`imp ${id}: the banner has no size`);
  for (let more = 0; more < 30; more++) add('x'.repeat(1000));
  const messages = problems.get('acme')!.map(({ message }) => message);
  t.equal(messages.length, 20);
  t.equal(messages[0], 'imp a: the banner has no size');
  t.equal(messages[1], `imp ${'b'.repeat(996)}…`);
  t.equal(messages[2], 'x'.repeat(1000));
});

t.test('the page of endpoints lists every code, and the outcome under which metrics count it', async (t) => {
  const page = readFileSync(join(import.meta.dirname, '../src/http/README.md'), 'utf8');
  const [, codes = ''] = /### Codes\n([^]*)/.exec(page) ?? [];
  const rows = [...codes.matchAll(/^\| (\d[\d, ]*) \| (`.*?`) \|/gm)];
  const listed = rows.flatMap(([, numbers, names]) => {
    const outcomes = names!.split(', ');
    return numbers!.split(', ').map((number, at) => [Number(number), outcomes[at]]);
  });
  const known = Object.values(nonBidCode).map((code) => [code, `\`${impEnds[nonBidPlaces.get(code)!]}\``]);
  t.strictSame(Object.fromEntries(listed), Object.fromEntries(known));
  for (const code of [...Object.values(errorCode), ...Object.values(warningCode)])
    t.match(codes, new RegExp(`\\b${code}\\b`), `${code}`);
});
