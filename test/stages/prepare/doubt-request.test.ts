/** Warnings about doubtful values that do not stop the auction (decisions, 'OpenRTB 2.6 places'). */
import t from 'tap';
import type { BidRequest } from '../../../src/openrtb/request.ts';
import { doubtRequest } from '../../../src/stages/prepare/doubt-request.ts';

const doubts = (request: BidRequest): string[] =>
  doubtRequest(request).map(({ code, message }) => `${code} ${message}`);

t.test('a field with different values in its two places has a warning', async (t) => {
  t.strictSame(doubts({ regs: { gdpr: 0, ext: { gdpr: 1 } } }), [
    '10001 regs.gdpr and regs.ext.gdpr contradict each other: regs.gdpr is used',
  ]);
  t.strictSame(doubts({ regs: { us_privacy: '1YNN', ext: { us_privacy: '1YYN' } } }), [
    '10001 regs.us_privacy and regs.ext.us_privacy contradict each other: regs.us_privacy is used',
  ]);
  t.strictSame(doubts({ regs: { us_privacy: '1YY', ext: { us_privacy: '1YYY' } } }), [
    '10001 regs.us_privacy does not have the form 1YNN: regs.ext.us_privacy is used',
  ]);
  t.strictSame(doubts({ user: { consent: 'a', ext: { consent: 'b' } } }), [
    '10001 user.consent and user.ext.consent contradict each other: user.consent is used',
  ]);
  const agreeing: BidRequest[] = [
    { regs: { gdpr: 1, us_privacy: '', ext: { gdpr: 1, us_privacy: '1YYN' } } },
    { regs: { us_privacy: '1YNN', ext: { us_privacy: '1ynn' } } },
    { regs: { ext: { gdpr: 1 } }, user: { consent: 'a', ext: {} } },
  ];
  for (const request of agreeing) t.strictSame(doubts(request), [], JSON.stringify(request));
});

t.test('eids that are only in the place that is not read have a warning', async (t) => {
  const [a, b] = [{ source: 'a' }, { source: 'b' }];
  const warning = ['10013 user.ext.eids is ignored next to user.eids: put all ids into user.eids'];
  t.strictSame(doubts({ user: { eids: [a], ext: { eids: [a, b] } } }), warning);
  t.strictSame(doubts({ user: { eids: [], ext: { eids: [a] } } }), warning);
  t.strictSame(doubts({ user: { eids: [a, b], ext: { eids: [b] } } }), []);
  t.strictSame(doubts({ user: { ext: { eids: [b] } } }), []);
});

t.test('a flag that is neither 0 nor 1 has a warning', async (t) => {
  t.strictSame(doubts({ test: 2, regs: { coppa: -1 }, device: { lmt: 3 } }), [
    '10000 test is 2, not 0 or 1: treated as 0',
    '10000 regs.coppa is -1, not 0 or 1: treated as 0',
    '10000 device.lmt is 3, not 0 or 1: treated as 0',
  ]);
  t.strictSame(doubts({ test: 1, regs: { coppa: 0 }, device: { lmt: 1 } }), []);
});
