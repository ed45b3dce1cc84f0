/** Scrubbing user, device and source: cut addresses, rounded coordinates, unchanged objects are shared. */
import t from 'tap';
import { cutAddress, roundGeo } from '../../src/privacy/coarse.ts';
import { denial, describeDenials, removal, removalsOf } from '../../src/privacy/denials.ts';
import { freezeDeep } from '../../src/openrtb/freeze.ts';
import { scrubAmp, scrubDevice, scrubSource, scrubUser, withoutTid } from '../../src/privacy/scrub.ts';

t.test('an IPv4 address loses its last byte, an IPv6 address all but its network', async (t) => {
  for (const [given, cut] of [
    ['203.0.113.77', '203.0.113.0'],
    ['2001:db8:85a3:8d3:1319:8a2e:370:7348', '2001:db8:85a3:800::'],
    ['2001:DB8::1', '2001:db8::'],
    ['2001:db8:0:ff01::9', '2001:db8:0:ff00::'],
    ['::ffff:203.0.113.77', '::'],
    ['::1', '::'],
    ['fe80::1%eth0', undefined],
    ['203.0.113', undefined],
    ['host.example', undefined],
    ['', undefined],
  ] as const) {
    t.equal(cutAddress(given), cut, given);
  }
});

t.test('an account may set how many bits of an address are kept', async (t) => {
  for (const [given, bits, cut] of [
    ['203.0.113.77', 16, '203.0.0.0'],
    ['203.0.113.77', 20, '203.0.112.0'],
    ['203.0.113.77', 32, '203.0.113.77'],
    ['203.0.113.77', 0, '0.0.0.0'],
    ['2001:db8:85a3:8d3:1319:8a2e:370:7348', 32, '2001:db8::'],
    ['2001:db8:85a3:8d3:1319:8a2e:370:7348', 60, '2001:db8:85a3:8d0::'],
    ['2001:db8:85a3:8d3:1319:8a2e:370:7348', 128, '2001:db8:85a3:8d3:1319:8a2e:370:7348'],
    ['2001:db8::', 128, '2001:db8::'],
    ['2001:db8::7348', 0, '::'],
  ] as const) {
    t.equal(cutAddress(given, { ipv4: bits, ipv6: bits }), cut, `${given}/${bits}`);
  }
});

t.test('coordinates are rounded to two decimals, not truncated', async (t) => {
  for (const [given, rounded] of [
    [52.516, 52.52],
    [-52.516, -52.52],
    [-0.006, -0.01],
    [-0.004, 0],
    [0.125, 0.13],
    [-0.125, -0.13],
    [12, 12],
    [179.999, 180],
    [1e307, 1e307],
  ] as const) {
    t.equal(roundGeo({ lat: given }).lat, rounded, `${given}`);
    t.equal(roundGeo({ lon: given }).lon, rounded, `${given}`);
  }
  t.equal(Object.is(roundGeo({ lat: -0.004 }).lat, 0), true, 'not -0');
  const geo = { lat: 52.52, country: 'DEU' };
  t.equal(roundGeo(geo), geo, 'the same object if nothing is rounded');
});

t.test('eids are removed from first-party data as well, other data are kept', async (t) => {
  const user = freezeDeep({ id: 'x', ext: { eids: [], data: { eids: [], age: 7 } } });
  t.strictSame(scrubUser(user, removal.eids), { id: 'x', ext: { data: { age: 7 } } });
  t.strictSame(scrubUser(user, removal.ids), { ext: { data: { age: 7 } } });
  t.strictSame(scrubUser(freezeDeep({ ext: { data: { eids: [] } } }), removal.eids), {});
  t.equal(scrubUser(user, removal.precision), user);
});

t.test('an object without anything to remove is not copied', async (t) => {
  const all = Object.values(removal).reduce((sum, bit) => sum | bit, 0);
  const user = { customdata: 'x', ext: { other: 1 } };
  t.equal(scrubUser(user, all), user);
  const empty = { ext: {} };
  t.equal(scrubUser(empty, all), empty, 'an ext that is already empty is kept');
  const device = { ua: 'x', geo: {} };
  t.equal(scrubDevice(device, all), device);
  const source = { fd: 1 };
  t.equal(scrubSource(source, all), source);
  const ext = { gpid: 'x' };
  t.equal(withoutTid(ext), ext);
  t.equal(withoutTid({ tid: 'x' }), undefined, 'an ext that becomes empty is removed');
});

t.test('the input is not changed', async (t) => {
  const user = Object.freeze({
    id: 'x',
    ext: Object.freeze({ eids: [], data: {} }),
    geo: Object.freeze({ lat: 1.234 }),
  });
  t.strictSame(scrubUser(user, removal.ids | removal.data | removal.precision), { geo: { lat: 1.23 } });
  t.strictSame(user, { id: 'x', ext: { eids: [], data: {} }, geo: { lat: 1.234 } });
  t.strictSame(scrubUser({ ext: null } as never, removal.ids), { ext: null }, 'an ext that is no object is kept');
});

t.test('the debug line says what is removed and why', async (t) => {
  t.equal(describeDenials(0), '');
  t.equal(describeDenials(denial.purpose2 | denial.tcfIds), 'not called (TCF purpose 2)');
  t.equal(
    describeDenials(denial.tcfIds | denial.lmt | denial.tid),
    'ids of device and user, year of birth, gender and eids removed (TCF purposes 2 to 10, device.lmt); ' +
      'addresses truncated and coordinates rounded (device.lmt); transaction ids removed (activity transmitTid)',
  );
  t.equal(
    describeDenials(denial.purpose2 | denial.fetchBids, 'user.consent is missing'),
    'not called (activity fetchBids, TCF purpose 2: user.consent is missing)',
  );
  const shown = 'the consent string does not list it as disclosed to the user';
  t.equal(describeDenials(denial.purpose2 | denial.notShown), `not called (TCF purpose 2: ${shown})`);
  t.equal(
    describeDenials(denial.specialFeature1 | denial.lmt | denial.notShown),
    'ids of device and user, year of birth, gender and eids removed (device.lmt); ' +
      `addresses truncated and coordinates rounded (TCF special feature 1: ${shown}, device.lmt)`,
  );
  t.equal(
    describeDenials(denial.purpose2 | denial.notShown, 'the vendor list is not available here'),
    'not called (TCF purpose 2: the vendor list is not available here)',
    'a reason for all vendors takes precedence',
  );
  t.equal(removalsOf(denial.fetchBids | denial.purpose2 | denial.notShown), 0);
});

/** The `ext` of the request of an AMP page with these parameters. */
const ampExt = (data: object) => freezeDeep({ svc: { amp: { data }, channel: { name: 'amp' } } });

t.test('AMP parameters that are ids are removed, and those that are addresses are cut', async (t) => {
  const plain = { tag_id: 'x', w: '300', consent_string: 'C', pvid: '7' };
  const ids = { rdid: 'r', ADCID: 'a', adc: 'c', ifa: 'i', IDFA: 'j', gaid: 'g', uid: 'u', ppid: 'p' };
  const all = ampExt({ ...plain, ...ids, ip: '203.0.113.77', ipv6: '2001:db8:85a3:8d3:1319:8a2e:370:7348' });
  const left = (removals: number) => scrubAmp(all, 'svc', { removals }).svc.amp.data;
  const cut = { ip: '203.0.113.0', ipv6: '2001:db8:85a3:800::' };
  t.strictSame(left(removal.ids | removal.precision), { ...plain, ...cut });
  t.strictSame(left(removal.ids), { ...plain, ip: '203.0.113.77', ipv6: '2001:db8:85a3:8d3:1319:8a2e:370:7348' });
  t.strictSame(left(removal.precision), { ...plain, ...ids, ...cut });
  const kept = { ipv4: 16, ipv6: 32 };
  const [rough] = [scrubAmp(all, 'svc', { removals: removal.precision, kept }).svc.amp.data as { ip?: string }];
  t.equal(rough.ip, '203.0.0.0', 'with the bits that the account keeps');
  t.strictSame(
    scrubAmp(ampExt({ ip: 'here' }), 'svc', { removals: removal.precision }).svc.amp.data,
    {},
    'an invalid address is removed',
  );
  t.equal(scrubAmp(all, 'svc', { removals: removal.data | removal.tids }), all);
  t.equal(scrubAmp(all, 'other', { removals: removal.ids }), all, 'another namespace');
  const none = ampExt(plain);
  t.equal(scrubAmp(none, 'svc', { removals: removal.ids | removal.precision }), none, 'nothing to remove');
});
