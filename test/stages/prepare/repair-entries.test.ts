/** Invalid eids, eidpermissions and privacy strings are dropped with a warning each (decisions, 'Wrong fields'). */
import t from 'tap';
import type { BidRequest } from '../../../src/openrtb/request.ts';
import { repairEntries } from '../../../src/stages/prepare/repair-entries.ts';

const rules = { namespace: 'svc', nameOf: (name: string) => (name === 'bidderA' ? name : undefined) };
const ofPermissions = (eidpermissions: object[]): BidRequest => ({
  ext: { svc: { data: { bidders: [], eidpermissions } } },
});

t.test('a request with valid entries is returned itself', async (t) => {
  const cases: BidRequest[] = [
    {},
    { user: {}, regs: {}, ext: {} },
    {
      user: {
        eids: [
          { source: 's', uids: [{ id: '1' }] },
          { source: 'old', id: '2' },
          { source: 'x', uids: [], id: '3' },
        ],
      },
    },
    ...['1---', '1YNY', '1ynn', ''].map((us_privacy) => ({ regs: { us_privacy } })),
    ...['DBAA', 'DBABMA~CPXxRfAPXxRfAAfKABENB-CgAAAAAAAAAAYgAAAAAAAA', 'DBACNYA~CPX_A.YAAA~1YNN', ''].map((gpp) => ({
      regs: { gpp },
    })),
    ofPermissions([]),
    ofPermissions([
      { source: 's', bidders: ['bidderA'] },
      { source: 'S', bidders: ['*'] },
    ]),
    { ext: { prebid: { data: { eidpermissions: [{}] } } } },
  ];
  for (const request of cases) {
    const repaired = repairEntries(request, rules);
    t.equal(repaired.request, request, JSON.stringify(request));
    t.strictSame(repaired.warnings, []);
  }
});

t.test('invalid eids are dropped, others are kept', async (t) => {
  const good = { source: 'good', uids: [{ id: '1' }] };
  const eids = [
    { uids: [{ id: '1' }] },
    good,
    { source: 'none' },
    { source: 'empty', uids: [{ id: '' }] },
    { source: 'half', uids: [{}, { id: '2' }] },
  ];
  const request: BidRequest = Object.freeze({ user: Object.freeze({ id: 'u', eids }) });
  const repaired = repairEntries(request, rules);
  t.strictSame(repaired.request, { user: { id: 'u', eids: [good, { source: 'half', uids: [{ id: '2' }] }] } });
  t.equal(repaired.request.user?.eids?.[0], good);
  t.equal(eids.length, 5);
  t.strictSame(
    repaired.warnings.map(({ code, message }) => `${code} ${message}`),
    [
      '10013 user.eids[3].uids has entries without id: they are ignored',
      '10013 user.eids[4].uids has entries without id: they are ignored',
      '10013 user.eids[0] has no source: the entry is ignored',
      '10013 user.eids[2] has no uids: the entry is ignored',
      '10013 user.eids[3] has no uids: the entry is ignored',
    ],
  );
});

t.test('a user without a valid eid has no eids', async (t) => {
  for (const eid of [{ uids: [{ id: '1' }] }, { source: 's' }, { source: 's', uids: [{}] }]) {
    const { request, warnings } = repairEntries({ user: { id: 'u', eids: [eid] } }, rules);
    t.strictSame(request, { user: { id: 'u' } }, JSON.stringify(eid));
    t.equal(warnings.at(-1)?.code, 10_013);
  }
  // Entries that are no objects are dropped by the check of types.
  t.strictSame(repairEntries({ user: { id: 'u', eids: [] } }, rules), { request: { user: { id: 'u' } }, warnings: [] });
});

t.test('a malformed us_privacy or gpp is dropped', async (t) => {
  for (const us_privacy of ['1YN', '1YNNN', '2YNN', '1YNX', 'x']) {
    const { request, warnings } = repairEntries({ regs: { coppa: 1, us_privacy, gpp: 'DBAA' } }, rules);
    t.strictSame(request, { regs: { coppa: 1, gpp: 'DBAA' } });
    t.strictSame(warnings, [{ code: 10_001, message: 'regs.us_privacy does not have the form 1YNN: it is ignored' }]);
  }
  for (const gpp of ['BAA', 'DB AA', 'Dé~1YYN', '~DBAA', `D${' '.repeat(100_000)}!`]) {
    const { request, warnings } = repairEntries({ regs: { gpp } }, rules);
    t.strictSame(request, { regs: {} });
    t.strictSame(warnings, [{ code: 10_001, message: 'regs.gpp is not a GPP string: it is ignored' }]);
  }
});

t.test('an invalid eidpermission is dropped', async (t) => {
  const good = { source: 's', bidders: ['bidderA'] };
  const cases: [object, string][] = [
    [{ bidders: ['bidderA'] }, 'has no source'],
    [{ source: '', bidders: ['bidderA'] }, 'has no source'],
    [{ source: 's', bidders: ['*'] }, 'repeats the source "s"'],
    [{ source: 'o' }, 'has no bidders'],
    [{ source: 'o', bidders: ['bidderA', '*'] }, 'holds "*" beside names'],
  ];
  for (const [entry, fault] of cases) {
    const { request, warnings } = repairEntries(ofPermissions([good, entry]), rules);
    t.strictSame(request, ofPermissions([good]));
    const message = `ext.svc.data.eidpermissions[1] ${fault}: the entry is ignored`;
    t.strictSame(warnings, [{ code: 10_013, message }]);
  }
});

t.test('an eidpermission with an empty list is kept', async (t) => {
  const request = ofPermissions([{ source: 's', bidders: [] }]);
  const repaired = repairEntries(request, rules);
  t.equal(repaired.request, request);
  t.strictSame(repaired.warnings, []);
});

t.test('an eidpermission with an unknown bidder is kept with a warning', async (t) => {
  const request = ofPermissions([{ source: 's', bidders: ['x'] }]);
  const repaired = repairEntries(request, rules);
  t.equal(repaired.request, request);
  const message = 'ext.svc.data.eidpermissions names "x", which is not a bidder here: ignored';
  t.strictSame(repaired.warnings, [{ code: 10_000, message }]);
});
