/** Client hints are passed on as they were sent, if they are well-formed (RFC 8674; W3C, 'User-Agent Client Hints'). */
import t from 'tap';
import { clientHints } from '../../src/http/client-hints.ts';
import { processorMs } from '../support/processor-time.ts';

const hintsOf = (headers: { readonly [name: string]: string }) =>
  clientHints({ header: (name) => headers[name] ?? '' });

t.test('well-formed hints are kept, in a fixed order', async (t) => {
  const ua = [
    '"Chromium";v="142", "Google Chrome";v="142", "Not-A.Brand";v="99"',
    '" Not A;Brand";v="99"',
    String.raw`"(Not(A:Brand";v="8","\\Not\"A Brand"; v="24"`,
    '"Alone"',
    '""',
  ];
  for (const value of ua) t.strictSame(hintsOf({ 'sec-ch-ua': value }), ['sec-ch-ua', value]);
  for (const value of ['"Windows"', '"Chrome OS"', '""'])
    t.strictSame(hintsOf({ 'sec-ch-ua-platform': value }), ['sec-ch-ua-platform', value]);
  t.strictSame(hintsOf({ 'sec-ch-ua-mobile': '?1', 'save-data': 'on', 'sec-ch-ua-model': '"x"' }), [
    'save-data',
    'on',
    'sec-ch-ua-mobile',
    '?1',
  ]);
});

t.test('malformed hints are dropped', async (t) => {
  const cases = {
    'save-data': ['off', 'on, on', '1', 'on\r\nx: y'],
    'sec-ch-ua': [
      'Chromium',
      '"Chromium";v=142',
      '"Chromium',
      '"a" "b"',
      '"a",',
      '"ä"',
      '"a\tb"',
      `"${'a'.repeat(511)}"`,
      '"a"\n',
      String.raw`"\a"`,
    ],
    'sec-ch-ua-mobile': ['1', '?2', '?1, ?1'],
    'sec-ch-ua-platform': ['Windows', '"Windows", "Linux"', '"Win"dows"'],
  };
  for (const [name, values] of Object.entries(cases))
    for (const value of values) t.equal(hintsOf({ [name]: value }), undefined, `${name}: ${value}`);
  t.equal(hintsOf({}), undefined);
});

t.test('2,000 hostile hints are read within a second', async (t) => {
  const tookMs = processorMs(() => {
    for (let times = 0; times < 1000; times++) {
      hintsOf({ 'sec-ch-ua': `${'"a";v="1", '.repeat(46)}!` });
      hintsOf({ 'sec-ch-ua-platform': `"${String.raw`\\`.repeat(250)}` });
    }
  });
  t.ok(tookMs < 1000, `${tookMs} ms`);
});
