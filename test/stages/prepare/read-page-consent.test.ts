/** The consent of an AMP page: whether GDPR applies, and the providers of its additional consent. */
import t from 'tap';
import { readPageConsent } from '../../../src/stages/prepare/read-page-consent.ts';

function providersOf(text: string): readonly number[] {
  return readPageConsent(new Map([['addtl_consent', text]])).providers;
}

t.test('both versions of addtl_consent are read', async (t) => {
  t.strictSame(providersOf('1~1.35.41'), [1, 35, 41]);
  t.strictSame(providersOf('2~7'), [7]);
  t.strictSame(providersOf('2~7.9~dv.12.14'), [7, 9], 'a disclosed provider has no consent');
  t.strictSame(providersOf('2~7~dv.'), [7]);
});

t.test('an invalid addtl_consent has no providers', async (t) => {
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
    t.strictSame(providersOf(text), [], text);
  t.strictSame(readPageConsent(new Map()).providers, []);
});

function regsOf(query: string): object {
  return readPageConsent(new Map(new URLSearchParams(query))).regs;
}

t.test('a TCF string without gdpr_applies means that GDPR applies', async (t) => {
  t.strictSame(regsOf('consent_type=2&consent_string=CPXX'), { gdpr: 1 });
  t.strictSame(regsOf('consent_type=2&gdpr_consent=unreadable'), { gdpr: 1 }, 'consent_type states its kind');
  t.strictSame(regsOf('consent_string=CPXX'), { gdpr: 1 });
  t.strictSame(regsOf('gdpr_applies=other&consent_string=CPXX'), { gdpr: 1 });
});

t.test('without a TCF string, or with gdpr_applies, GDPR is not inferred', async (t) => {
  t.strictSame(regsOf('gdpr_applies=false&consent_type=2&consent_string=CPXX'), { gdpr: 0 });
  t.strictSame(regsOf('consent_type=2'), {});
  t.strictSame(regsOf('consent_string=unreadable'), {});
  t.strictSame(regsOf('consent_type=1&consent_string=BOMh'), {}, 'TCF 1 is no consent');
  t.strictSame(regsOf('consent_string=1YYY'), { us_privacy: '1YYY' });
  t.strictSame(regsOf('consent_type=3&consent_string=CYYY'), { us_privacy: 'CYYY' });
  t.strictSame(regsOf('consent_type=4&consent_string=DBAA'), { gpp: 'DBAA' });
});
