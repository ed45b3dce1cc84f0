/**
 * The addresses of one bidder's host. Node resolves names on half of its threads (main.ts), so that a few slow names would keep every
 * other bidder's new connection waiting, and those of stores: known addresses are served at once and renewed behind the call,
 * and names that may well get no answer are asked for one at a time.
 */

import { lookup, type LookupAddress, type LookupOptions } from 'node:dns';
import type { LookupFunction } from 'node:net';

import { isOnInternet } from '../../openrtb/addresses.ts';
import { coded, insideCode, namesCode } from './call-faults.ts';

const renewAfterMs = 30_000;
const retryAfterMs = 1000;

/** So many doubtful names may wait: requests make them up. */
const mostWaiting = 100;

type Addresses = (error: NodeJS.ErrnoException | null, addresses: readonly LookupAddress[]) => void;

/**
 * A `lookup` for node:net that remembers the addresses of one host: the caller keeps one per host. With `mustBeOutside` it finds
 * those on the internet alone: whoever makes up a name decides where it leads.
 */
export function rememberedLookup(mustBeOutside = false): LookupFunction {
  const host = new HostAddresses(mustBeOutside);
  return (hostname, options, callback) => {
    host.find(hostname, (error, addresses) => {
      const fitting = addresses.filter(({ family }) => fits(family, options));
      const first = fitting[0];
      if (error !== null || first === undefined) callback(error ?? coded('ENOTFOUND'), '', 0);
      else if (options.all === true) callback(null, fitting);
      else callback(null, first.address, first.family);
    });
  };
}

/** A look-up that may take as long as the resolver's patience: of a name that the configuration states (`isOwn`), or of one that params made up. */
interface Doubtful {
  readonly ask: () => void;
  readonly isOwn: boolean;
}

const waiting: Doubtful[] = [];
let isAskedFor = false;

/** Begins what has waited longest, own names before others: to be called once the one before has ended. */
function askNext(): void {
  const own = waiting.findIndex(({ isOwn }) => isOwn);
  const [next] = waiting.splice(Math.max(0, own), 1);
  isAskedFor = next !== undefined;
  next?.ask();
}

/** Begins a look-up when it is its turn; false when too many wait. */
function askInTurn(one: Doubtful): boolean {
  if (!one.isOwn && waiting.length >= mostWaiting) return false;
  waiting.push(one);
  if (!isAskedFor) askNext();
  return true;
}

class HostAddresses {
  #addresses: readonly LookupAddress[] = [];
  #error: NodeJS.ErrnoException | null = null;
  #renewAtMs = 0;
  #isAsking = false;
  #hasFailed = false;
  #waiting: Addresses[] = [];
  readonly #mustBeOutside: boolean;

  constructor(mustBeOutside: boolean) {
    this.#mustBeOutside = mustBeOutside;
  }

  find(hostname: string, found: Addresses): void {
    const isDue = performance.now() >= this.#renewAtMs;
    if (this.#addresses.length > 0 || !isDue) {
      // node:net expects an answer after the call returned.
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
        this.#hear(error, addresses ?? []);
      });
    if (!isDoubtful) ask();
    else if (!askInTurn({ ask, isOwn: !this.#mustBeOutside })) process.nextTick(() => this.#hear(coded(namesCode), []));
  }

  #hear(error: NodeJS.ErrnoException | null, all: readonly LookupAddress[]): void {
    this.#isAsking = false;
    this.#hasFailed = error !== null;
    const good = this.#mustBeOutside ? all.filter(({ address }) => isOnInternet(address)) : all;
    this.#keep(good.length < all.length && good.length === 0 ? coded(insideCode) : error, good);
    for (const found of this.#waiting.splice(0)) found(this.#error, this.#addresses);
  }

  #keep(error: NodeJS.ErrnoException | null, addresses: readonly LookupAddress[]): void {
    this.#renewAtMs = performance.now() + (error === null ? renewAfterMs : retryAfterMs);
    // A resolver that fails for a moment must not cut off a bidder whose addresses are known.
    const isForSure = error?.code === 'ENOTFOUND' || error?.code === insideCode;
    if (error !== null && !isForSure && this.#addresses.length > 0) return;
    this.#addresses = addresses;
    this.#error = error;
  }
}

function fits(family: number, options: LookupOptions): boolean {
  const wanted = options.family;
  return wanted === undefined || wanted === 0 || wanted === family || wanted === `IPv${family}`;
}
