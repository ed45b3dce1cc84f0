/** Which stored texts are logged as unusable, and in which words (issue 7: 'errors that teach'). */
import t from 'tap';
import type { StoredKind } from '../../src/config/stored-kinds.ts';
import { textFaults } from '../../src/stored/stored-faults.ts';

/** What is logged of new texts. */
function logged(texts: readonly (readonly [kind: StoredKind, id: string, text: string])[]): unknown[] {
  const lines: unknown[] = [];
  const check = textFaults({ warn: (facts, words) => void lines.push([facts, words]) });
  for (const [kind, id, text] of texts) check({ kind, id }, Buffer.from(text));
  return lines;
}

t.test(
  'a text that is no object and a profile that is invalid are logged once each, under shortened names',
  async (t) => {
    const broken = /^a stored text is not a JSON object of at most \d+ levels: .* rejected with 400; correct it$/;
    const lines = logged([
      ['imps', 'a', '[]'],
      ['imps', 'a', '{'],
      ['requests', 'b'.repeat(300), '{"a":'.repeat(600) + '1' + '}'.repeat(600)],
      ['profiles', 'c', '{"type":"x"}'],
    ]);
    t.match(lines, [
      [{ stored: 'imps/a' }, broken],
      [{ stored: `requests/${'b'.repeat(191)}` }, broken],
      [{ stored: 'profiles/c' }, /^a stored profile is invalid: it /],
    ]);
    t.equal(lines.length, 3);
  },
);

t.test('good texts, kinds that are checked elsewhere and very long texts are not logged', async (t) => {
  const lines = logged([
    ['imps', 'a', '{}'],
    ['accounts', 'a', '['],
    ['responses', 'a', '[]'],
    ['imps', 'long', `[${' '.repeat(262_143)}]`],
  ]);
  t.strictSame(lines, []);
  t.equal(logged([['imps', 'shorter', `[${' '.repeat(262_142)}]`]]).length, 1);
});
