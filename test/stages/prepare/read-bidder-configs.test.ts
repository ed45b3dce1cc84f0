/** The entries of `bidderconfig` that apply, and their bidders (spec 4.1.10; decisions, 'bidderconfig'; implementations A 1.7 and B 8). */
import t from 'tap';
import type { RequestSvc } from '../../../src/openrtb/svc.ts';
import { readBidderConfigs } from '../../../src/stages/prepare/read-bidder-configs.ts';
import { wholeLists } from '../../support/whole-lists.ts';

const nameOf = (given: string): string | undefined => (given === 'nobody' ? undefined : given.toLowerCase());
const read = (bidderconfig: RequestSvc['bidderconfig']) =>
  readBidderConfigs({ site: { id: 's' }, ext: { svc: { bidderconfig } } }, { namespace: 'svc', nameOf });
const ortb2 = { user: { yob: 1980 } };

t.test('bidderconfig may be one object or a list', async (t) => {
  const config = { ortb2 };
  const wanted = [{ bidders: ['a'], ortb2 }];
  t.strictSame(read({ bidders: ['A'], config }).configs, wanted);
  t.strictSame(read([{ bidders: ['A'], config }]).configs, wanted);
  const { configs, verdict } = read(undefined);
  t.strictSame([configs, verdict.faults, verdict.warnings], [[], [], []]);
});

t.test('the first entry for a bidder applies, later ones have a warning', async (t) => {
  const { configs, verdict } = read([
    { bidders: ['a', '*', 'nobody'], config: { ortb2 } },
    { bidders: ['A', 'b', '*'], config: { ortb2 } },
    { bidders: ['a'], config: { ortb2 } },
  ]);
  t.strictSame(
    configs.map(({ bidders }) => bidders),
    [['a', '*'], ['b']],
  );
  t.strictSame(
    verdict.warnings.map(({ message }) => message),
    [
      'ext.svc.bidderconfig[1] repeats "A": only the first entry is used',
      'ext.svc.bidderconfig[1] repeats "*": only the first entry is used',
      'ext.svc.bidderconfig[2] repeats "a": only the first entry is used',
    ],
  );
});

t.test('user fields are moved to their 2.6 places, and invalid eids are dropped', async (t) => {
  const user = { ext: { consent: 'C', eids: [{ source: 's', uids: [{ id: '1' }] }, { uids: [] }] } };
  const { configs, verdict } = read({ bidders: ['a'], config: { ortb2: { user } } });
  t.strictSame(configs[0]?.ortb2, { user: { consent: 'C', eids: [{ source: 's', uids: [{ id: '1' }] }] } });
  t.match(
    verdict.warnings,
    wholeLists([{ message: 'ext.svc.bidderconfig.config.ortb2.user.eids[1] has no source: the entry is ignored' }]),
  );
});

t.test('an entry cannot add another kind of inventory', async (t) => {
  const { configs, verdict } = read({
    bidders: ['a'],
    config: { ortb2: { site: { name: 'n' }, app: { id: 'a' }, dooh: {} } },
  });
  t.strictSame(configs[0]?.ortb2, { site: { name: 'n' } });
  t.equal(verdict.warnings.length, 2);
});

t.test('regs and badv in an entry have no effect, with a warning', async (t) => {
  const foreign = { regs: { coppa: 1 }, badv: ['x.example'] };
  const { configs, verdict } = read({ bidders: ['a'], config: { ortb2: { ...ortb2, ...foreign } } });
  t.strictSame(configs[0]?.ortb2, ortb2);
  t.match(
    verdict.warnings,
    wholeLists([
      { message: /^ext\.svc\.bidderconfig\.config\.ortb2\.regs has no effect/ },
      { message: /^ext\.svc\.bidderconfig\.config\.ortb2\.badv has no effect/ },
    ]),
  );
});

t.test('of 5000 invalid entries 50 have a warning', async (t) => {
  const entries = Array.from({ length: 5000 }, () => ({}));
  t.equal(read(entries).verdict.warnings.length, 51, 'fifty warnings and their number');
});
