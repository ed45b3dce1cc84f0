/**
 * Decides in which order the addresses of a bidder's host are tried. Node gives each one a quarter of a second before it tries the next, so
 * with a silent address in front every new connection would come too late for many an auction.
 */
import type { LookupAddress } from 'node:dns';

/** How long an address that was tried in vain stays behind the others: it then takes its place again, as it may be well. */
const behindForMs = 60_000;

/** The addresses of one host that stay behind. */
export class AddressOrder {
  /** For each address, when it takes its place again. */
  readonly #behindUntilMs = new Map<string, number>();

  /**
   * Notes a connection that has opened, with the `attempted` addresses (each with `:` and the port) of its socket: all but the last were
   * tried in vain. True when the order changes by it.
   */
  noteConnected(attempted: readonly string[]): boolean {
    if (attempted.length < 2) return false;
    const untilMs = performance.now() + behindForMs;
    for (const one of attempted) {
      const address = one.slice(0, one.lastIndexOf(':'));
      this.#behindUntilMs.delete(address);
      if (one !== attempted.at(-1)) this.#behindUntilMs.set(address, untilMs);
    }
    return true;
  }

  /** `addresses` in the order in which to try them: as given, but those that stay behind come last, the latest at the end. */
  order(addresses: readonly LookupAddress[]): readonly LookupAddress[] {
    this.#forget(addresses);
    if (this.#behindUntilMs.size === 0) return addresses;
    const behind = [...this.#behindUntilMs.keys()];
    const place = ({ address }: LookupAddress): number => behind.indexOf(address);
    return addresses.toSorted((one, other) => place(one) - place(other));
  }

  /** Forgets those that have stayed behind long enough, and those that the host no longer has. */
  #forget(addresses: readonly LookupAddress[]): void {
    for (const [behind, untilMs] of this.#behindUntilMs) {
      const isKnown = addresses.some(({ address }) => address === behind);
      if (!isKnown || performance.now() >= untilMs) this.#behindUntilMs.delete(behind);
    }
  }
}
