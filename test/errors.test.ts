/** Problems in the answer are limited in number and length. */
import t from 'tap';
import { addProblem, errorCode, type Problems } from '../src/errors.ts';

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
