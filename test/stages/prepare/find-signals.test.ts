/** Where a request states its privacy signals (spec 2.2; decisions, 'OpenRTB 2.6 places'). */
import t from 'tap';
import type { BidRequest } from '../../../src/openrtb/request.ts';
import { findSignals } from '../../../src/stages/prepare/find-signals.ts';

const gpp = 'DBABLA~BVVVVVVVVWA.AA';
const gppOf = (regs: BidRequest['regs']) => {
  const { gpp, gppSids } = findSignals({ ...(regs && { regs }) });
  return [gpp, gppSids];
};

t.test('gpp and gpp_sid are read from regs, else from regs.ext', async (t) => {
  t.strictSame(gppOf(undefined), ['', undefined]);
  t.strictSame(gppOf({ gpp, gpp_sid: [7] }), [gpp, [7]]);
  t.strictSame(gppOf({ ext: { gpp, gpp_sid: [7] } }), [gpp, [7]], 'the older place');
  t.strictSame(
    gppOf({ gpp: 'DBAA', gpp_sid: [2], ext: { gpp, gpp_sid: [7] } }),
    ['DBAA', [2]],
    'the place of 2.6 takes precedence',
  );
  t.strictSame(gppOf({ gpp: '', gpp_sid: [], ext: { gpp, gpp_sid: [7] } }), [gpp, [7]], 'unless it is empty');
  t.strictSame(gppOf({ gpp: '', gpp_sid: [] }), ['', undefined]);
});

const inCountry = (country: string | undefined) => ({ geo: country === undefined ? {} : { country } });

t.test("the country is the user's, else the device's", async (t) => {
  for (const [home, here, wanted] of [
    ['CAN', 'DEU', 'CAN'],
    ['deu', 'CAN', 'deu'],
    ['DE', 'CAN', 'DE'],
    [undefined, 'DEU', 'DEU'],
    ['', 'DEU', 'DEU'],
    ['US', 'DEU', 'DEU'],
    ['??', 'DEU', 'DEU'],
    ['Germany', 'DEU', 'DEU'],
    ['US', undefined, ''],
    ['US', '??', '??'],
    [undefined, undefined, ''],
  ] as const) {
    t.equal(findSignals({ user: inCountry(home), device: inCountry(here) }).country, wanted, `${home}, ${here}`);
  }
});
