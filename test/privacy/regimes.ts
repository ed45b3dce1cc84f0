/** The regimes of the table in implementation A 7: what each removes, a request or account that it applies to, and one that it does not. */
import { consentString, vendorListJson } from './support.ts';

const all = { purposes: [2, 3, 4, 7], specialFeatures: [1] };
/** The vendor list of both bidders, 11 and 12. */
export const list = vendorListJson(9, { 11: all, 12: all });
const consentAll = { purposes: [2, 3], specialFeatures: [1], vendors: [11, 12] };

/** A field of the table: its value in the request and after each treatment; undefined means absent. */
export interface Field {
  readonly path: string;
  readonly given: unknown;
  readonly rounded?: unknown;
  readonly emptied?: unknown;
}

/** The fields of the table by group. */
export const groups = {
  deviceIds: ['ifa', 'didsha1', 'didmd5', 'dpidsha1', 'dpidmd5', 'macsha1', 'macmd5'].map((name) => ({
    path: `device.${name}`,
    given: `given-${name}`,
  })),
  ampIds: ['rdid', 'adcid', 'adc', 'ifa', 'uid'].map((name) => ({
    path: `ext.svc.amp.data.${name}`,
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
    { path: 'ext.svc.amp.data.ip', given: '203.0.114.77', rounded: '203.0.114.0' },
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
    { path: 'ext.svc.amp.data.curl', given: 'given-curl' },
  ],
} satisfies { [group: string]: readonly Field[] };

/** The name of a group. */
export type Group = keyof typeof groups;
/** How a field is changed. */
export type Treatment = 'cleared' | 'rounded' | 'emptied';

const byTcf: Column = { deviceIds: 'cleared', ampIds: 'cleared', userIds: 'cleared', eids: 'cleared' };
const coarse: Column = { addresses: 'rounded', geo: 'rounded' };

/** A column of the table: the treatment of each group that it names. */
type Column = { readonly [group in Group]?: Treatment };

/** A regime, with additions to the request or its account that make it apply (`deny`) or not (`allow`). */
export interface Regime {
  readonly name: string;
  readonly column: Column;
  /** The reason in the debug line of each bidder. */
  readonly why: string;
  /** The debug line if it does not follow from `column` and `why`. */
  readonly line?: string;
  readonly deny: { readonly request?: object; readonly account?: object };
  readonly allow: { readonly request?: object; readonly account?: object };
}

const rule = (activity: string, allow: boolean) => ({
  privacy: { allowActivities: { [activity]: { rules: [{ allow }] } } },
});
const activity = (name: string, column: Column): Regime => ({
  name,
  column,
  why: `activity ${name}`,
  deny: { account: rule(name, false) },
  allow: { account: rule(name, true) },
});
const consent = (said: Parameters<typeof consentString>[1]) => ({
  regs: { gdpr: 1 },
  user: { consent: consentString(list, said) },
});

const optOut = 'opt-out in us_privacy or GPP';

/** The text of the debug line for a group. */
const lines: readonly (readonly [Group, readonly Treatment[], string])[] = [
  ['userIds', ['cleared'], 'ids of device and user, year of birth, gender and eids removed'],
  ['userData', ['cleared'], 'keywords and data of the user removed'],
  ['addresses', ['rounded'], 'addresses truncated and coordinates rounded'],
  ['geo', ['emptied'], 'locations removed'],
  ['tids', ['cleared'], 'transaction ids removed'],
];

/** The debug line of a bidder under this regime. */
export function lineOf({ column, why, line }: Regime): string {
  const taken = lines.filter(([group, treatments]) => treatments.some((one) => column[group] === one));
  return line ?? taken.map(([, , text]) => `${text} (${why})`).join('; ');
}

/** All regimes. */
export const regimes: readonly Regime[] = [
  activity('transmitUfpd', { ...byTcf, userData: 'cleared' }),
  {
    name: 'TCF ids',
    column: byTcf,
    why: 'TCF purposes 2 to 10',
    deny: {
      request: consent({ ...consentAll, purposes: [] }),
      account: { privacy: { gdpr: { purposes: { p2: { enforce: 'none' } } } } },
    },
    allow: { request: consent(consentAll), account: { privacy: { gdpr: { purposes: { p2: { enforce: 'none' } } } } } },
  },
  {
    name: 'us_privacy',
    column: { ...byTcf, ...coarse },
    why: optOut,
    deny: { request: { regs: { us_privacy: '1YYN' } } },
    allow: { request: { regs: { us_privacy: '1YNN' } } },
  },
  {
    name: 'GPP section 7',
    column: { ...byTcf, ...coarse },
    why: optOut,
    deny: { request: { regs: { gpp: 'DBABLA~BVVVVVVVVWA.AA', gpp_sid: [7] } } },
    allow: { request: { regs: { gpp: 'DBABLA~BVQqAAAAAgA.QA', gpp_sid: [7] } } },
  },
  {
    name: 'us_privacy with no-sale',
    column: { ...byTcf, ...coarse },
    why: optOut,
    deny: { request: { regs: { us_privacy: '1YYN' }, ext: { svc: { 'no-sale': ['bidderX'] } } } },
    allow: { request: { regs: { us_privacy: '1YYN' }, ext: { svc: { 'no-sale': ['bidderA', 'bidderB'] } } } },
  },
  {
    name: 'device.lmt',
    column: { ...byTcf, ...coarse },
    why: 'device.lmt',
    deny: { request: { device: { lmt: 1 } } },
    allow: { request: { device: { lmt: 0 } } },
  },
  {
    name: 'device.lmt at an account that does not enforce it',
    column: { ...byTcf, ...coarse },
    why: 'device.lmt',
    deny: { request: { device: { lmt: 1 } }, account: { privacy: { lmt: { enforce: true } } } },
    allow: { request: { device: { lmt: 1 } }, account: { privacy: { lmt: { enforce: false } } } },
  },
  {
    name: 'regs.coppa',
    column: { ...byTcf, addresses: 'rounded', geo: 'emptied' },
    why: 'regs.coppa',
    deny: { request: { regs: { coppa: 1 } } },
    allow: { request: { regs: { coppa: 0 } } },
  },
  {
    name: 'special feature 1',
    column: coarse,
    why: 'TCF special feature 1',
    deny: { request: consent({ ...consentAll, specialFeatures: [] }) },
    allow: { request: consent(consentAll) },
  },
  activity('transmitPreciseGeo', coarse),
  { ...activity('transmitEids', { eids: 'cleared' }), line: 'eids removed (activity transmitEids)' },
  activity('transmitTid', { tids: 'cleared' }),
  activity('transmitUniqueRequestIds', { tids: 'cleared' }),
  { ...activity('enrichUfpd', {}), line: 'id of the uids cookie not added (activity enrichUfpd)' },
  {
    name: 'no consent string',
    column: { ...byTcf, ...coarse },
    why: '',
    line:
      'ids of device and user, year of birth, gender and eids removed (TCF purposes 2 to 10: user.consent is missing); ' +
      'addresses truncated and coordinates rounded (TCF special feature 1: user.consent is missing)',
    deny: {
      request: { regs: { gdpr: 1 } },
      account: { privacy: { gdpr: { purposes: { p2: { enforce: 'none' } } } } },
    },
    allow: { request: { regs: { gdpr: 1 } }, account: { privacy: { gdpr: { enabled: false } } } },
  },
  {
    name: 'everything at once',
    column: { ...byTcf, userData: 'cleared', addresses: 'rounded', geo: 'emptied', tids: 'cleared' },
    why: '',
    line:
      `ids of device and user, year of birth, gender and eids removed (${optOut}, device.lmt, regs.coppa, activity transmitUfpd); ` +
      'keywords and data of the user removed (activity transmitUfpd); ' +
      `addresses truncated and coordinates rounded (${optOut}, device.lmt, regs.coppa); locations removed (regs.coppa); ` +
      'transaction ids removed (activity transmitTid)',
    deny: {
      request: { regs: { coppa: 1, us_privacy: '1YYN' }, device: { lmt: 1 } },
      account: { privacy: { allowActivities: { transmitUfpd: { default: false }, transmitTid: { default: false } } } },
    },
    allow: {},
  },
];
