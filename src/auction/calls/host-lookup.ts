/**
 * Caches the addresses of a bidder's host. Node resolves names on half of its threads (main.ts), so a few slow names would delay every
 * other bidder's new connections, and those to stores. Known addresses are therefore served at once and renewed in the background, and
 * names that may well fail are resolved one at a time.
 */

import { lookup, type LookupAddress, type LookupOptions } from 'node:dns';
import type { LookupFunction, Socket } from 'node:net';

import { isOnInternet } from '../../openrtb/addresses.ts';
import { AddressOrder } from './address-order.ts';
import { coded, insideCode, namesCode } from './call-faults.ts';
import { askInTurn, askNext } from './doubtful-lookups.ts';
import { reachableHere } from './own-ipv6.ts';

const renewAfterMs = 30_000;
const retryAfterMs = 1000;

type Addresses = (error: NodeJS.ErrnoException | null, addresses: readonly LookupAddress[]) => void;

/**
 * The addresses of one host; the caller keeps one per host. With `mustBeOutside` it only finds addresses on the internet: whoever makes up a
 * name decides where it leads.
 */
export class HostLookup {
  #addresses: readonly LookupAddress[] = [];
  #error: NodeJS.ErrnoException | null = null;
  #foundAtMs = 0;
  #renewAtMs = 0;
  #isAsking = false;
  #hasFailed = false;
  readonly #waiting: Addresses[] = [];
  readonly #mustBeOutside: boolean;
  readonly #order = new AddressOrder();

  constructor(mustBeOutside = false) {
    this.#mustBeOutside = mustBeOutside;
  }

  /** For node:net. */
  readonly lookup: LookupFunction = (hostname, options, callback) => {
    this.#find(hostname, (error, addresses) => {
      const fitting = addresses.filter(({ family }) => fits(family, options));
      const first = fitting[0];
      if (error !== null || first === undefined) callback(error ?? coded('ENOTFOUND'), '', 0);
      else if (options.all === true) callback(null, fitting);
      else callback(null, first.address, first.family);
    });
  };

  /** True while connections wait for the first addresses. */
  get isAwaited(): boolean {
    return this.#waiting.length > 0;
  }

  /**
   * Notes that no known address could be connected to: the name may lead elsewhere by now, so it is soon looked up again. Not a made-up
   * name, whose lookups others wait for.
   */
  noteUnconnected(): void {
    if (!this.#mustBeOutside) this.#renewAtMs = Math.min(this.#renewAtMs, this.#foundAtMs + retryAfterMs);
  }

  /** Notes a connection that has opened: addresses that were tried before its own go behind the others for a while. */
  noteConnected({ autoSelectFamilyAttemptedAddresses: attempted = [] }: Socket): void {
    if (this.#order.noteConnected(attempted)) this.#addresses = this.#order.order(this.#addresses);
  }

  #find(hostname: string, found: Addresses): void {
    const isDue = performance.now() >= this.#renewAtMs;
    if (this.#addresses.length > 0 || !isDue) {
      // node:net expects the callback only after this call has returned.
      process.nextTick(found, this.#error, this.#addresses);
    } else {
      this.#waiting.push(found);
    }
    if (isDue && !this.#isAsking) this.#ask(hostname);
  }

  #ask(hostname: string): void {
    this.#isAsking = true;
    const isDoubtful = this.#mustBeOutside || this.#hasFailed;
    const ask = (): void =>
      lookup(hostname, { all: true }, (error, addresses) => {
        if (isDoubtful) askNext();
        this.#receive(error, reachableHere(addresses ?? []));
      });
    if (!isDoubtful) ask();
    else if (!askInTurn({ ask, isOwn: !this.#mustBeOutside }))
      process.nextTick(() => this.#receive(coded(namesCode), []));
  }

  #receive(error: NodeJS.ErrnoException | null, all: readonly LookupAddress[]): void {
    this.#isAsking = false;
    this.#hasFailed = error !== null;
    const allowed = this.#mustBeOutside ? all.filter(({ address }) => isOnInternet(address)) : all;
    this.#keep(allowed.length < all.length && allowed.length === 0 ? coded(insideCode) : error, allowed);
    for (const found of this.#waiting.splice(0)) found(this.#error, this.#addresses);
  }

  #keep(error: NodeJS.ErrnoException | null, addresses: readonly LookupAddress[]): void {
    this.#foundAtMs = performance.now();
    this.#renewAtMs = this.#foundAtMs + (error === null ? renewAfterMs : retryAfterMs);
    // A resolver that fails briefly must not cut off a bidder whose addresses are known.
    const isDefinite = error?.code === 'ENOTFOUND' || error?.code === insideCode;
    if (error !== null && !isDefinite && this.#addresses.length > 0) return;
    this.#addresses = this.#order.order(addresses);
    this.#error = error;
  }
}

function fits(family: number, options: LookupOptions): boolean {
  const wanted = options.family;
  return wanted === undefined || wanted === 0 || wanted === family || wanted === `IPv${family}`;
}
