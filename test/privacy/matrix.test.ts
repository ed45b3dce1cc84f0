/**
 * The table of implementation A 7, cell by cell: every field × every regime × allowed or denied, read from what the bidder
 * received over a real socket, under OpenRTB 2.5 and 2.6.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { startBidders } from '../support/bidders.ts';
import { startService } from '../support/service.ts';
import { consentString, vendorListJson } from './support.ts';

const all = { purposes: [2, 3, 4, 7], specialFeatures: [1] };
const list = vendorListJson(9, { 11: all, 12: all });
const consentAll = { purposes: [2, 3], specialFeatures: [1], vendors: [11, 12] };

/** What the request holds at each place of the table, and what stands there after each treatment; undefined: nothing. */
interface Field {
  readonly path: string;
  readonly given: unknown;
  readonly rounded?: unknown;
  readonly emptied?: unknown;
}

const groups = {
  deviceIds: ['ifa', 'didsha1', 'didmd5', 'dpidsha1', 'dpidmd5', 'macsha1', 'macmd5'].map((name) => ({
    path: `device.${name}`,
    given: `given-${name}`,
  })),
  userIds: [
    { path: 'user.id', given: 'given-id' },
    { path: 'user.buyeruid', given: 'given-buyeruid' },
    { path: 'user.yob', given: 1977 },
    { path: 'user.gender', given: 'F' },
  ],
  eids: [{ path: 'user.eids', given: [{ source: 's.example', uids: [{ id: 'given-eid' }] }] }],
  userData: [
    { path: 'user.keywords', given: 'given,keywords' },
    { path: 'user.kwarray', given: ['given'] },
    { path: 'user.data', given: [{ id: 'given-data' }] },
    { path: 'user.ext.data', given: { given: 'data' } },
  ],
  addresses: [
    { path: 'device.ip', given: '203.0.114.77', rounded: '203.0.114.0' },
    { path: 'device.ipv6', given: '2606:4700:85a3:8d3:1319:8a2e:370:7348', rounded: '2606:4700:85a3:800::' },
  ],
  geo: ['user.geo', 'device.geo'].map((path) => ({
    path,
    given: { lat: 38.8987, lon: -77.0367, zip: '20500' },
    rounded: { lat: 38.9, lon: -77.04, zip: '20500' },
    emptied: {},
  })),
  tids: [
    { path: 'source.tid', given: 'given-tid' },
    { path: 'imp.0.ext.tid', given: 'given-imp-tid' },
  ],
  untouched: [
    { path: 'user.customdata', given: 'given-customdata' },
    { path: 'device.ua', given: 'given-ua' },
    { path: 'site.page', given: 'https://pub.example/page' },
    { path: 'imp.0.ext.gpid', given: 'given-gpid' },
  ],
} satisfies { [group: string]: readonly Field[] };

type Group = keyof typeof groups;
type Treatment = 'cleared' | 'rounded' | 'emptied';

const byTcf: Column = { deviceIds: 'cleared', userIds: 'cleared', eids: 'cleared' };
const coarse: Column = { addresses: 'rounded', geo: 'rounded' };

/** A column of the table: what becomes of the groups that it names. */
type Column = { readonly [group in Group]?: Treatment };

/** A regime that denies (`deny`), its neighbour that does not (`allow`): additions to the request, or the account that sends it. */
interface Regime {
  readonly name: string;
  readonly column: Column;
  readonly deny: { readonly request?: object; readonly account?: object };
  readonly allow: { readonly request?: object; readonly account?: object };
}

const rule = (activity: string, allow: boolean) => ({
  privacy: { allowActivities: { [activity]: { rules: [{ allow }] } } },
});
const activity = (name: string, column: Column): Regime => ({
  name,
  column,
  deny: { account: rule(name, false) },
  allow: { account: rule(name, true) },
});
const consent = (said: Parameters<typeof consentString>[1]) => ({
  regs: { gdpr: 1 },
  user: { consent: consentString(list, said) },
});

const regimes: readonly Regime[] = [
  activity('transmitUfpd', { ...byTcf, userData: 'cleared' }),
  {
    name: 'TCF ids',
    column: byTcf,
    deny: {
      request: consent({ ...consentAll, purposes: [] }),
      account: { privacy: { gdpr: { purposes: { p2: { enforce: 'none' } } } } },
    },
    allow: { request: consent(consentAll), account: { privacy: { gdpr: { purposes: { p2: { enforce: 'none' } } } } } },
  },
  {
    name: 'us_privacy',
    column: { ...byTcf, ...coarse },
    deny: { request: { regs: { us_privacy: '1YYN' } } },
    allow: { request: { regs: { us_privacy: '1YNN' } } },
  },
  {
    name: 'GPP section 7',
    column: { ...byTcf, ...coarse },
    deny: { request: { regs: { gpp: 'DBABLA~BVVVVVVVVWA.AA', gpp_sid: [7] } } },
    allow: { request: { regs: { gpp: 'DBABLA~BVQqAAAAAgA.QA', gpp_sid: [7] } } },
  },
  {
    name: 'us_privacy with no-sale',
    column: { ...byTcf, ...coarse },
    deny: { request: { regs: { us_privacy: '1YYN' }, ext: { svc: { 'no-sale': ['bidderX'] } } } },
    allow: { request: { regs: { us_privacy: '1YYN' }, ext: { svc: { 'no-sale': ['bidderA', 'bidderB'] } } } },
  },
  {
    name: 'device.lmt',
    column: { ...byTcf, ...coarse },
    deny: { request: { device: { lmt: 1 } } },
    allow: { request: { device: { lmt: 0 } } },
  },
  {
    name: 'device.lmt at an account that does not enforce it',
    column: { ...byTcf, ...coarse },
    deny: { request: { device: { lmt: 1 } }, account: { privacy: { lmt: { enforce: true } } } },
    allow: { request: { device: { lmt: 1 } }, account: { privacy: { lmt: { enforce: false } } } },
  },
  {
    name: 'regs.coppa',
    column: { ...byTcf, addresses: 'rounded', geo: 'emptied' },
    deny: { request: { regs: { coppa: 1 } } },
    allow: { request: { regs: { coppa: 0 } } },
  },
  {
    name: 'special feature 1',
    column: coarse,
    deny: { request: consent({ ...consentAll, specialFeatures: [] }) },
    allow: { request: consent(consentAll) },
  },
  activity('transmitPreciseGeo', coarse),
  activity('transmitTid', { tids: 'cleared' }),
  {
    name: 'everything at once',
    column: { ...byTcf, userData: 'cleared', addresses: 'rounded', geo: 'emptied', tids: 'cleared' },
    deny: {
      request: { regs: { coppa: 1, us_privacy: '1YYN' }, device: { lmt: 1 } },
      account: { privacy: { allowActivities: { transmitUfpd: { default: false }, transmitTid: { default: false } } } },
    },
    allow: {},
  },
];

const bidders = await startBidders();
const dir = mkdtempSync(join(tmpdir(), 'gavel-lists-'));
writeFileSync(join(dir, 'list.json'), JSON.stringify(list));
const accounts = Object.fromEntries(
  regimes.flatMap(({ deny, allow }, at) => [
    [`deny-${at}`, deny.account ?? {}],
    [`allow-${at}`, allow.account ?? {}],
  ]),
);
const service = await startService(
  {
    privacy: { gdpr: { vendorListDir: dir } },
    bidders: {
      bidderA: { endpoint: bidders.endpoint('bidderA'), gvlVendorId: 11 },
      bidderB: { endpoint: bidders.endpoint('bidderB'), gvlVendorId: 12, ortbVersion: '2.6' },
    },
  },
  { accounts },
);
t.teardown(async () => {
  await service.stop();
  await bidders.stop();
  rmSync(dir, { recursive: true });
});

const fields = Object.values(groups).flat();

/** The request with every field of the table, and `added`. */
function requestOf(account: string, added: object): object {
  const request: object = {
    id: 'r1',
    imp: [{ id: 'i1', banner: { w: 300, h: 250 }, ext: { svc: { bidder: { bidderA: {}, bidderB: {} } } } }],
    site: { publisher: { id: account } },
  };
  for (const { path, given } of fields) put(request, path.split('.'), given);
  return merged(request, added);
}

function put(target: object, [key, ...rest]: readonly string[], value: unknown): void {
  const owner = target as { [key: string]: unknown };
  if (rest.length === 0) owner[key!] = value;
  else put((owner[key!] ??= {}) as object, rest, value);
}

function merged(base: object, added: object): object {
  const result: { [key: string]: unknown } = { ...base };
  for (const [key, value] of Object.entries(added)) {
    const known = result[key];
    const deep = typeof value === 'object' && !Array.isArray(value) && typeof known === 'object';
    result[key] = deep ? merged(known as object, value as object) : value;
  }
  return result;
}

function at(body: unknown, path: string): unknown {
  return path.split('.').reduce((value, key) => (value as { [key: string]: unknown } | undefined)?.[key], body);
}

function expected(field: Field, treatment: Treatment | undefined): unknown {
  if (treatment === undefined) return field.given;
  return treatment === 'cleared' ? undefined : field[treatment];
}

for (const [number, regime] of regimes.entries()) {
  for (const verdict of ['deny', 'allow'] as const) {
    t.test(`${regime.name}: ${verdict}`, async (t) => {
      bidders.forget();
      const body = JSON.stringify(requestOf(`${verdict}-${number}`, regime[verdict].request ?? {}));
      const response = await fetch(`${service.url}/openrtb2/auction`, { method: 'POST', body });
      t.equal(response.status, 200, await response.text());
      for (const [code, eids] of [
        ['bidderA', 'user.ext.eids'],
        ['bidderB', 'user.eids'],
      ] as const) {
        const [call] = bidders.received(code);
        for (const [group, members] of Object.entries(groups) as [Group, readonly Field[]][]) {
          const treatment = verdict === 'deny' ? regime.column[group] : undefined;
          for (const field of members) {
            const path = group === 'eids' ? eids : field.path;
            t.same(at(call?.body, path), expected(field, treatment), `${code} ${path}`);
          }
        }
        // In no other place either.
        t.equal(at(call?.body, code === 'bidderA' ? 'user.eids' : 'user.ext.eids'), undefined);
      }
    });
  }
}
