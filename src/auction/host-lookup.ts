/**
 * The addresses of one bidder's host. Node resolves names on two threads, so that a few slow names would keep every
 * other bidder's new connection waiting: known addresses are served at once and renewed behind the call.
 */

import { lookup, type LookupAddress, type LookupOptions } from 'node:dns';
import type { LookupFunction } from 'node:net';

const renewAfterMs = 30_000;
const retryAfterMs = 1000;

type Addresses = (error: NodeJS.ErrnoException | null, addresses: readonly LookupAddress[]) => void;

/** A `lookup` for node:net that remembers the addresses of one host: the caller keeps one per host. */
export function rememberedLookup(): LookupFunction {
  const host = new HostAddresses();
  return (hostname, options, callback) => {
    host.find(hostname, (error, addresses) => {
      const fitting = addresses.filter(({ family }) => fits(family, options));
      const first = fitting[0];
      if (error !== null || first === undefined) callback(error ?? notFound(), '', 0);
      else if (options.all === true) callback(null, fitting);
      else callback(null, first.address, first.family);
    });
  };
}

class HostAddresses {
  #addresses: readonly LookupAddress[] = [];
  #error: NodeJS.ErrnoException | null = null;
  #renewAtMs = 0;
  #isAsking = false;
  #waiting: Addresses[] = [];

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
    lookup(hostname, { all: true }, (error, addresses) => {
      this.#isAsking = false;
      this.#keep(error, addresses ?? []);
      for (const found of this.#waiting.splice(0)) found(this.#error, this.#addresses);
    });
  }

  #keep(error: NodeJS.ErrnoException | null, addresses: readonly LookupAddress[]): void {
    this.#renewAtMs = performance.now() + (error === null ? renewAfterMs : retryAfterMs);
    // A resolver that fails for a moment must not cut off a bidder whose addresses are known.
    if (error !== null && error.code !== 'ENOTFOUND' && this.#addresses.length > 0) return;
    this.#addresses = addresses;
    this.#error = error;
  }
}

function fits(family: number, options: LookupOptions): boolean {
  const wanted = options.family;
  return wanted === undefined || wanted === 0 || wanted === family || wanted === `IPv${family}`;
}

function notFound(): NodeJS.ErrnoException {
  return Object.assign(new Error('no address of the wanted family'), { code: 'ENOTFOUND' });
}
