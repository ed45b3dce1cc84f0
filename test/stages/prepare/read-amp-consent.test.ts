/** Which providers an AMP page's additional consent names. */
import t from 'tap';
import { readAmpConsent } from '../../../src/stages/prepare/read-amp-consent.ts';

function providersOf(text: string): readonly number[] {
  return readAmpConsent(new Map([['addtl_consent', text]])).providers;
}

t.test('both versions of the text', async (t) => {
  t.same(providersOf('1~1.35.41'), [1, 35, 41]);
  t.same(providersOf('2~7'), [7]);
  t.same(providersOf('2~7.9~dv.12.14'), [7, 9], 'who was only shown has no consent');
  t.same(providersOf('2~7~dv.'), [7]);
});

t.test('what is no such text names nobody', async (t) => {
  for (const text of [
    '',
    '1~',
    '1',
    '~1',
    '3~1',
    '1~1..2',
    '1~a',
    '1~1~2',
    '1~-1',
    '1~1.2,3',
    '2~dv.1',
    '1~9999999999',
  ])
    t.same(providersOf(text), [], text);
  t.same(readAmpConsent(new Map()).providers, []);
});
