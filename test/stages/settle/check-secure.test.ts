/** The check of markup for secure pages (OpenRTB 2.6 section 3.2.4, `secure`). */
import t from 'tap';
import { checkSecure } from '../../../src/stages/settle/check-secure.ts';
import { processorMs } from '../../support/processor-time.ts';

const fault = 'has an adm with only http URLs, but its imp is secure';

t.test('markup with only http addresses is a fault', async (t) => {
  const insecure = [
    '<img src="http://a.example">',
    'to=http%3A%2F%2Fa.example',
    'to=http%3a%2f%2fa.example',
    'HTTP://A.EXAMPLE',
    'Http%3A',
    String.raw`{"native":{"link":{"url":"http:\/\/a.example"}}}`,
    'hhttp:',
    'httphttp:',
    `\u{1f600} http://a.example`,
  ];
  for (const adm of insecure) t.equal(checkSecure(adm), fault, adm);
});

t.test('markup with an https address, or without any address, is allowed', async (t) => {
  const secure = [
    'http://a.example https://a.example',
    'https%3A http:',
    'HTTPS: http:',
    'https%3a',
    '//a.example',
    '',
    'http',
    'http%3',
    'http;//a.example',
  ];
  for (const adm of [...secure, undefined, null, 7, {}]) t.equal(checkSecure(adm), undefined, String(adm));
});

t.test('eight megabytes of hostile markup are checked in less than 2 seconds', async (t) => {
  for (const part of ['h', 'http', 'https%3', 'hhtt', 'http%']) {
    const long = part.repeat(8_000_000 / part.length);
    // A quadratic search would take hours.
    t.ok(processorMs(() => t.equal(checkSecure(long), undefined)) < 2000, part);
  }
});
