/** Activity rules: the first that matches decides (implementation A 7, 'Activities'). */
import t from 'tap';
import {
  compileActivities,
  isAllowed,
  geosOf,
  type ActivitySettings,
  type Circumstances,
} from '../../src/privacy/activities.ts';
import { denial } from '../../src/privacy/denials.ts';
import { denialsFor } from '../../src/privacy/permissions.ts';
import { compilePolicy } from '../../src/privacy/policy.ts';
import { SignalReader } from '../../src/privacy/signal-reader.ts';
import { readSignals, silence } from '../../src/privacy/signals.ts';

const nowhere: Circumstances = { gppSids: new Set(), geos: [], gpc: '' };
type Rules = NonNullable<ActivitySettings['fetchBids']>;
type Condition = NonNullable<NonNullable<Rules['rules']>[number]['condition']>;

function allows(fetchBids: Rules, circumstances: Partial<Circumstances> = {}, names = ['biddera']): boolean {
  const component = { type: 'bidder', names } as const;
  const asked = { component, circumstances: { ...nowhere, ...circumstances } };
  return isAllowed(compileActivities({ fetchBids }), 'fetchBids', asked);
}

t.test('without a rule an activity has its default, which is allowed', async (t) => {
  t.equal(compileActivities(undefined), undefined);
  t.equal(
    compileActivities({ fetchBids: { default: true, rules: [{ allow: true }] } }),
    undefined,
    'settings that forbid nothing compile to undefined',
  );
  t.equal(allows({}), true);
  t.equal(allows({ default: false }), false);
  const asked = { component: { type: 'bidder', names: ['x'] } as const, circumstances: nowhere };
  t.equal(
    isAllowed(compileActivities({ fetchBids: { default: false } }), 'transmitTid', asked),
    true,
    'another activity is allowed',
  );
});

t.test('the first rule that matches decides', async (t) => {
  const rules = [
    { condition: { componentName: ['bidderA'] }, allow: true },
    { condition: { componentType: ['bidder'] }, allow: false },
  ];
  t.equal(allows({ rules }), true);
  t.equal(allows({ rules }, {}, ['bidderb']), false);
  t.equal(allows({ rules: rules.toReversed() }), false);
  t.equal(allows({ default: false, rules: [{ allow: true }] }), true, 'a rule without a condition always matches');
});

const denies = (condition: Condition, circumstances: Partial<Circumstances> = {}, names?: string[]) =>
  !allows({ rules: [{ condition, allow: false }] }, circumstances, names);

t.test('a rule matches when all its conditions do', async (t) => {
  t.equal(denies({ componentName: ['BIDDERa'] }), true, 'in any case');
  t.equal(denies({ componentName: ['bidder.bidderA'] }), true, 'with the component type as prefix');
  t.equal(denies({ componentName: ['analytics.bidderA'] }), true, 'with any component type as prefix');
  t.equal(
    denies({ componentName: ['bidderA'] }, {}, ['alias', 'biddera']),
    true,
    'an alias also has the name of its core',
  );
  t.equal(denies({ componentName: [] }), false);
  t.equal(denies({ componentType: ['Bidder'] }), true);
  t.equal(denies({ componentType: ['analytics'] }), false);
  t.equal(denies({ gppSid: [7, 8] }, { gppSids: new Set([2, 8]) }), true);
  t.equal(denies({ gppSid: [7, 8] }, { gppSids: new Set([2]) }), false);
  t.equal(denies({ gppSid: [7] }), false);
  t.equal(denies({ geo: ['USA.CA', 'DEU'] }, { geos: geosOf('usa', 'ca') }), true);
  t.equal(denies({ geo: ['usa.ca'] }, { geos: geosOf('USA', 'CA') }), true);
  t.equal(denies({ geo: ['USA.CA', 'DEU'] }, { geos: geosOf('USA', 'VA') }), false);
  t.equal(denies({ geo: ['USA.CA', 'DEU'] }, { geos: geosOf('USA', '') }), false);
  t.equal(denies({ geo: ['USA.CA', 'DEU'] }, { geos: geosOf('DEU', 'BE') }), true);
  t.equal(denies({ geo: ['.CA', ''] }, { geos: geosOf('', 'CA') }), false, 'an empty country matches nothing');
  t.equal(denies({ gpc: '1' }, { gpc: '1' }), true);
  t.equal(denies({ gpc: '1' }), false);
  t.equal(denies({ gpc: '1', geo: ['USA'] }, { gpc: '1' }), false, 'every stated condition must match');
});

t.test('a rule may name a bidder by its name in the request, its configured code, or its core', async (t) => {
  const party = { name: 'Mine', configured: 'House', core: 'bidderA', vendorId: 0, noSale: false };
  for (const [name, denied] of [
    ['mine', denial.fetchBids],
    ['house', denial.fetchBids],
    ['biddera', denial.fetchBids],
    ['other', 0],
  ] as const) {
    const fetchBids = { rules: [{ condition: { componentName: [name] }, allow: false }] };
    const policy = compilePolicy({ gdpr: { enabled: false } }, { allowActivities: { fetchBids } });
    const signals = readSignals(silence, policy, { reader: new SignalReader(), vendorLists: null });
    t.equal(denialsFor(party, signals, policy), denied, name);
  }
});
