/** Values that a client is told of as doubtful, though it is served with them (decisions, 'OpenRTB 2.6 places'). */
import t from 'tap';
import type { BidRequest } from '../../../src/openrtb/request.ts';
import { doubtRequest } from '../../../src/stages/prepare/doubt-request.ts';

const doubts = (request: BidRequest): string[] =>
  doubtRequest(request).map(({ code, message }) => `${code} ${message}`);

t.test('what two places state is compared', (t) => {
  t.strictSame(doubts({ regs: { gdpr: 0, ext: { gdpr: 1 } } }), [
    '10001 regs.gdpr and regs.ext.gdpr contradict each other: regs.gdpr is believed',
  ]);
  t.strictSame(doubts({ regs: { us_privacy: '1YNN', ext: { us_privacy: '1YYN' } } }), [
    '10001 regs.us_privacy and regs.ext.us_privacy contradict each other: regs.us_privacy is believed',
  ]);
  t.strictSame(doubts({ user: { consent: 'a', ext: { consent: 'b' } } }), [
    '10001 user.consent and user.ext.consent contradict each other: user.consent is believed',
  ]);
  const agreeing: BidRequest[] = [
    { regs: { gdpr: 1, us_privacy: '', ext: { gdpr: 1, us_privacy: '1YYN' } } },
    { regs: { us_privacy: '1YNN', ext: { us_privacy: '1ynn' } } },
    { regs: { ext: { gdpr: 1 } }, user: { consent: 'a', ext: {} } },
  ];
  for (const request of agreeing) t.strictSame(doubts(request), [], JSON.stringify(request));
  t.end();
});

t.test('ids that stand only where they are not read are told', (t) => {
  const [a, b] = [{ source: 'a' }, { source: 'b' }];
  const told = ['10013 user.ext.eids is not read beside user.eids: state all ids in user.eids'];
  t.strictSame(doubts({ user: { eids: [a], ext: { eids: [a, b] } } }), told);
  t.strictSame(doubts({ user: { eids: [], ext: { eids: [a] } } }), told);
  t.strictSame(doubts({ user: { eids: [a, b], ext: { eids: [b] } } }), []);
  t.strictSame(doubts({ user: { ext: { eids: [b] } } }), []);
  t.end();
});

t.test('flags that are neither 0 nor 1 are told', (t) => {
  t.strictSame(doubts({ test: 2, regs: { coppa: -1 }, device: { lmt: 3 } }), [
    '10000 test is 2: only 1 and 0 mean anything, it counts as 0',
    '10000 regs.coppa is -1: only 1 and 0 mean anything, it counts as 0',
    '10000 device.lmt is 3: only 1 and 0 mean anything, it counts as 0',
  ]);
  t.strictSame(doubts({ test: 1, regs: { coppa: 0 }, device: { lmt: 1 } }), []);
  t.end();
});
