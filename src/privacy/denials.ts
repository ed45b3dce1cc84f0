/** The table of implementation A 7: which rule removes which fields from a bidder's request. */

/** The rules that can deny something to a bidder; a set of them is the sum of their bits. */
export const denial = {
  /** Activity fetchBids. */
  fetchBids: 1,
  /** TCF purpose 2. */
  purpose2: 2,
  /** TCF: no basis for any of the purposes 2 to 10. */
  tcfIds: 4,
  /** TCF special feature 1. */
  specialFeature1: 8,
  /** `us_privacy`, or a section of GPP from 7 up. */
  optOut: 16,
  /** `device.lmt`. */
  lmt: 32,
  /** `regs.coppa`. */
  coppa: 64,
  /** Activity transmitUfpd. */
  ufpd: 128,
  /** Activity transmitPreciseGeo. */
  preciseGeo: 256,
  /** Activity transmitTid. */
  tid: 512,
  /** Activity transmitUniqueRequestIds. */
  requestIds: 1024,
  /** Activity enrichUfpd. */
  enrich: 2048,
  /** Activity transmitEids. */
  eids: 4096,
  /** Not a rule, but a reason why TCF denies: the consent string should name the vendor as shown to the user, and does not. */
  notShown: 8192,
} as const;

/** What can be removed; a set of removals is the sum of their bits. */
export const removal = {
  /** Ids of device and user, year of birth, gender, eids. */
  ids: 1,
  /** Keywords and data of the user. */
  data: 2,
  /** Addresses are cut and coordinates rounded. */
  precision: 4,
  /** Places are emptied. */
  geo: 8,
  /** Transaction ids. */
  tids: 16,
  /** The bidder's id from the browser's cookie is not added. */
  cookieId: 32,
  /** Eids alone. */
  eids: 64,
} as const;

const causes: readonly { readonly removes: number; readonly denials: number; readonly text: string }[] = [
  {
    removes: removal.ids,
    denials: denial.tcfIds | denial.optOut | denial.lmt | denial.coppa | denial.ufpd,
    text: 'ids of device and user, year of birth, gender and eids removed',
  },
  { removes: removal.eids, denials: denial.eids, text: 'eids removed' },
  { removes: removal.data, denials: denial.ufpd, text: 'keywords and data of the user removed' },
  {
    removes: removal.precision,
    denials: denial.specialFeature1 | denial.optOut | denial.lmt | denial.coppa | denial.preciseGeo,
    text: 'addresses truncated and coordinates rounded',
  },
  { removes: removal.geo, denials: denial.coppa, text: 'locations removed' },
  { removes: removal.tids, denials: denial.tid | denial.requestIds, text: 'transaction ids removed' },
  { removes: removal.cookieId, denials: denial.enrich, text: 'id of the uids cookie not added' },
];

const names: ReadonlyMap<number, string> = new Map([
  [denial.fetchBids, 'activity fetchBids'],
  [denial.purpose2, 'TCF purpose 2'],
  [denial.tcfIds, 'TCF purposes 2 to 10'],
  [denial.specialFeature1, 'TCF special feature 1'],
  [denial.optOut, 'opt-out in us_privacy or GPP'],
  [denial.lmt, 'device.lmt'],
  [denial.coppa, 'regs.coppa'],
  [denial.ufpd, 'activity transmitUfpd'],
  [denial.preciseGeo, 'activity transmitPreciseGeo'],
  [denial.tid, 'activity transmitTid'],
  [denial.requestIds, 'activity transmitUniqueRequestIds'],
  [denial.enrich, 'activity enrichUfpd'],
  [denial.eids, 'activity transmitEids'],
]);

const forbidsCall = denial.fetchBids | denial.purpose2;

/** True unless the bidder may not be called at all. */
export function allowsCall(denials: number): boolean {
  return (denials & forbidsCall) === 0;
}

/** The set of removals for a set of denials. */
export function removalsOf(denials: number): number {
  if (denials === 0) return 0;
  let removals = 0;
  for (const cause of causes) if (denials & cause.denials) removals |= cause.removes;
  return removals;
}

/**
 * Describes in one line what a set of denials removes from a bidder's request, and why; '' for nothing. `tcfTrouble` is why TCF could not
 * be evaluated, '' when it could.
 */
export function describeDenials(denials: number, tcfTrouble = ''): string {
  const trouble = tcfTrouble === '' && (denials & denial.notShown) !== 0 ? notShown : tcfTrouble;
  const because = (bits: number): string => `(${namesOf(bits, trouble)})`;
  if (!allowsCall(denials)) return `not called ${because(denials & forbidsCall)}`;
  const applied = causes.filter((cause) => (denials & cause.denials) !== 0);
  return applied.map((cause) => `${cause.text} ${because(denials & cause.denials)}`).join('; ');
}

const notShown = 'the consent string does not list it as disclosed to the user';
const ofTcf = denial.purpose2 | denial.tcfIds | denial.specialFeature1;

function namesOf(denials: number, tcfTrouble: string): string {
  const trouble = tcfTrouble === '' ? '' : `: ${tcfTrouble}`;
  const nameOf = (bit: number, name: string): string => ((bit & ofTcf) === 0 ? name : `${name}${trouble}`);
  return [...names].flatMap(([bit, name]) => ((denials & bit) === 0 ? [] : [nameOf(bit, name)])).join(', ');
}
