/** The log messages about vendor lists, and what to do about each (decisions, 'Privacy'; issue 4, item 3). */
import { listOf } from '../privacy/tc-string.ts';
import type { VendorList } from '../privacy/vendor-list.ts';
import { seldomEach } from '../seldom.ts';
import type { Notices } from './refreshed-text.ts';

/** Logs the vendor lists of one process, which keeps them in `dir`, '' for nowhere. */
export class VendorListNotices {
  readonly #log: Notices;
  readonly #dir: string;
  /** The last fault of each missing list. */
  readonly #faults = new Map<number, string>();
  /** Strangers' consent strings may name any list: these must neither fill the log nor hide one that many strings name. */
  readonly #mayName: (name: string) => boolean;
  /** The last fault of the newest list's own address: a source that is down gives the same fault for both. */
  #lastNewestFault = '';

  /** `nowMs` is a clock in milliseconds. */
  constructor(log: Notices, dir: string, nowMs?: () => number) {
    this.#log = log;
    this.#dir = dir;
    this.#mayName = seldomEach(nowMs);
  }

  /** The folder has no list, and there is no source to download one from. */
  empty(): void {
    this.#log.warn(`privacy.gdpr.vendorListDir ${this.#dir} has no vendor list: put one there, or set vendorListUrl`);
  }

  /** A file in the folder is not a list; `fault` names it. */
  badFile(fault: string): void {
    this.#log.warn(`${fault}; it is ignored`);
  }

  /** A list is in use. `unkept`: why it is not on disk, '' when it is or need not be. */
  inUse({ key }: VendorList, unkept: string): void {
    this.#faults.clear();
    this.#lastNewestFault = '';
    this.#log.info(`vendor list ${nameOf(key)} is in use`);
    if (unkept === '') return;
    const what = `privacy.gdpr.vendorListDir ${this.#dir} cannot keep vendor list ${nameOf(key)} (${unkept})`;
    this.#log.warn(`${what}: free space there, and give this process write permission`);
  }

  /** `count` lists before the newest are in use, too. */
  older(count: number): void {
    this.#log.info(`${count} older vendor list${count === 1 ? ' is' : 's are'} in use`);
  }

  /** The address of the newest list has none; `fault` is how it answered. */
  noNewest(fault: string): void {
    if (fault === this.#lastNewestFault) return;
    this.#lastNewestFault = fault;
    const what = `the newest vendor list is not available: its URL ${fault}`;
    this.#log.info(`${what}; lists are fetched when consent strings refer to them`);
  }

  /** A list is missing. That is usual for the next one; but without any list GDPR keeps bidders from what their users allow. */
  missing(key: number, fault: string, othersStandIn: boolean): void {
    // The next list often does not exist yet: the same fault of it is no news. That of a list which consent strings name is.
    const name = nameOf(key);
    if (fault === this.#faults.get(key) || !this.#mayName(name)) return;
    this.#faults.set(key, fault);
    const missing = `vendor list ${name} is not available: its URL ${fault}`;
    if (othersStandIn) return this.#log.info(missing);
    const effect = 'without any list bidders get no ids under GDPR, and no calls where purpose 2 is enforced in full';
    this.#log.warn(`${missing}; ${effect}: correct privacy.gdpr.vendorListUrl, or put lists into vendorListDir`);
  }

  /** The source has answered with more lists than can exist, the last of them `key`. */
  endless(key: number, count: number): void {
    const what = `privacy.gdpr.vendorListUrl has returned ${count} newer vendor lists one after another, the last ${nameOf(key)}`;
    this.#log.warn(`${what}: more are fetched later; check that it does not answer for versions that do not exist`);
  }
}

function nameOf(key: number): string {
  const { specification, version } = listOf(key);
  return `v${specification}/${version}`;
}
