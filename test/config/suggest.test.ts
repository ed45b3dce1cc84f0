/** Suggestions for misspelt words. */
import t from 'tap';
import { nearest, strangers } from '../../src/config/suggest.ts';

const known = ['tmaxDefaultMs', 'tmaxMinMs', 'tmaxMaxMs', 'timeoutMs', 'port', 'host', 'url'];

const cases: readonly (readonly [word: string, meant: string])[] = [
  ['prot', 'port'],
  ['PORT', 'port'],
  ['ports', 'port'],
  ['hostt', 'host'],
  ['tmaxMaxMS', 'tmaxMaxMs'],
  ['tmaxMaxSeconds', ''],
  ['timeout', 'timeoutMs'],
  ['timeoutMillis', 'timeoutMs'],
  ['tmaxDefaultMilis', 'tmaxDefaultMs'],
  ['urn', 'url'],
  ['xyz', ''],
  ['hose', 'host'],
  ['post', 'port'],
  ['pool', ''],
  ['p', ''],
  ['', ''],
  ['x'.repeat(100_000), ''],
];

t.test('the nearest known word is suggested, none for a word too far off', async (t) => {
  for (const [word, meant] of cases) t.equal(nearest(word, known), meant, word.slice(0, 40));
  t.equal(nearest('port', ['p'.repeat(100_000)]), '', 'a very long candidate is skipped');
});

t.test('only the first hundred unknown words get a suggestion', async (t) => {
  const names = Array.from({ length: 101 }, (_, at) => `timeout${at}`);
  t.strictSame(
    strangers(names, known).map(([, meant]) => meant),
    [...Array<string>(100).fill('timeoutMs'), ''],
  );
});
