/** What a host is told of its vendor lists, with what to do (decisions, 'Privacy'; issue 4, item 3). */
import { listOf } from '../privacy/tc-string.ts';
import type { VendorList } from '../privacy/vendor-list.ts';
import type { Notices } from './refreshed-text.ts';

/** Tells a host of the lists of one process, which it keeps in `dir`, '' for nowhere. */
export class VendorListNotices {
  readonly #log: Notices;
  readonly #dir: string;
  #lastFault = '';
  /** Likewise of the newest by its name: of a source that is down both say the same. */
  #lastNewestFault = '';

  constructor(log: Notices, dir: string) {
    this.#log = log;
    this.#dir = dir;
  }

  /** The folder has none, and no source can bring one. */
  empty(): void {
    this.#log.warn(
      `privacy.gdpr.vendorListDir ${this.#dir} holds no vendor list: put one there, or name vendorListUrl`,
    );
  }

  /** A file of the folder is no list; `fault` names it. */
  badFile(fault: string): void {
    this.#log.warn(`${fault}; it is left out`);
  }

  /** A list has come; `unkept`: why it is not on disk, '' if it is or need not be. */
  inUse({ key }: VendorList, unkept: string): void {
    this.#lastFault = '';
    this.#lastNewestFault = '';
    this.#log.info(`vendor list ${nameOf(key)} is in use`);
    if (unkept === '') return;
    const what = `privacy.gdpr.vendorListDir ${this.#dir} cannot keep vendor list ${nameOf(key)} (${unkept})`;
    this.#log.warn(`${what}: make room there, and let this process write`);
  }

  /** So many lists before the newest have come, too. */
  older(count: number): void {
    this.#log.info(`${count} older vendor list${count === 1 ? ' is' : 's are'} in use`);
  }

  /** The source has no newest list by its name; `fault` is how its URL answered. */
  noNewest(fault: string): void {
    if (fault === this.#lastNewestFault) return;
    this.#lastNewestFault = fault;
    const what = `the newest vendor list is not to be had: its URL ${fault}`;
    this.#log.info(`${what}; lists are fetched as consent strings name them`);
  }

  /** That the next list is missing is usual; where no other stands in, GDPR keeps bidders from what their users allow. */
  missing(key: number, fault: string, othersStandIn: boolean): void {
    // The next list often does not exist yet: the same word again is no news.
    if (fault === this.#lastFault) return;
    this.#lastFault = fault;
    const missing = `vendor list ${nameOf(key)} is not to be had: its URL ${fault}`;
    if (othersStandIn) return this.#log.info(missing);
    const effect = 'without any list bidders get no ids under GDPR, and no calls where purpose 2 is enforced in full';
    this.#log.warn(`${missing}; ${effect}: correct privacy.gdpr.vendorListUrl, or put lists into vendorListDir`);
  }

  /** The source has brought more lists than there can be, the last of them `key`. */
  endless(key: number, count: number): void {
    const what = `privacy.gdpr.vendorListUrl has brought ${count} newer vendor lists one after another, the last ${nameOf(key)}`;
    this.#log.warn(`${what}: more are fetched later; see that it answers no version that does not exist`);
  }
}

function nameOf(key: number): string {
  const { specification, version } = listOf(key);
  return `v${specification}/${version}`;
}
