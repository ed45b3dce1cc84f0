/**
 * The hosts that bidders are called at (scheme, name and port), with the connections to each. Params may form host names, so their number
 * is bounded: the one unused the longest is evicted, and when all are in use, the call is 'busy'.
 */

import type { HealthReading } from '../../observe/metrics/guard-families.ts';
import type { ConnectionUse } from '../../observe/metrics/service-families.ts';
import { Openings } from './openings.ts';
import { Origin, type OriginOptions } from './origin.ts';

/** Bounds of outgoing calls: those of each host, and the number of hosts kept at once. */
export interface OriginsOptions extends Omit<OriginOptions, 'openings'> {
  readonly maxOrigins: number;
  /**
   * Hosts (scheme, name and port) that the configuration names, which may be on private networks; any other must be on the internet.
   * Absent: no such check.
   */
  readonly ownHosts?: ReadonlySet<string>;
}

/** A parsed uri: its host, and its path with the query. `origin` is null when no further host can be kept. */
export interface Target {
  readonly origin: Origin | null;
  readonly path: string;
}

// Matches a uri that URL would return unchanged; any other goes through URL.
const plainUri =
  /^(https?:\/\/[a-z0-9.:[\]-]+)((?:\/(?![.%])[\x21\x24-\x26\x28-\x2e\x30-\x3b\x3d\x40-\x5b\x5d\x5f\x61-\x7a~]*)+(?:\?[\x21\x24-\x26\x28-\x3b\x3d\x3f-\x5b\x5d\x5f\x61-\x7a~]+)?)$/;

/** How often connections are checked. A check of all is too cheap to notice; one per packet would not be (bench/README, 'Choices'). */
const checkEveryMs = 100;

/** All hosts, at most `maxOrigins` at once. */
export class Origins {
  readonly #options: OriginsOptions;
  readonly #openings = new Openings();
  readonly #byKey = new Map<string, Origin>();
  readonly #checks: NodeJS.Timeout;

  constructor(options: OriginsOptions) {
    this.#options = options;
    this.#checks = setInterval(() => this.#closeFlooded(), checkEveryMs).unref();
  }

  /** Where `uri` leads; null when it is not an http or https URL without credentials. */
  find(uri: string): Target | null {
    const plain = plainUri.exec(uri);
    const known = plain === null ? undefined : this.#byKey.get(plain[1]!);
    if (known !== undefined) {
      known.isRecent = true;
      return { origin: known, path: plain![2]! };
    }
    if (!URL.canParse(uri)) return null;
    const url = new URL(uri);
    if (!/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return null;
    return { origin: this.#at(url.origin), path: url.pathname + url.search };
  }

  /** Calls in flight over all hosts. */
  inFlight(): number {
    let sum = 0;
    for (const origin of this.#byKey.values()) sum += origin.inFlight;
    return sum;
  }

  /** Connections in use and idle, and calls that wait for one, by host. */
  use(): Map<string, ConnectionUse> {
    const all = [...this.#byKey];
    return new Map(
      all.map(([key, { inFlight, idle, waiting }]) => [key, { inUse: inFlight, idle, waiting: waiting.length }]),
    );
  }

  /** How bidders are treated at hosts with recent failures. */
  health(): HealthReading[] {
    return [...this.#byKey.values()].filter(({ health }) => health.isSuspect).flatMap(({ health }) => health.states());
  }

  /** Closes every connection to every host; calls in flight end with an error. */
  async destroy(): Promise<void> {
    clearInterval(this.#checks);
    await Promise.all([...this.#byKey.values()].map((origin) => origin.destroy()));
  }

  #closeFlooded(): void {
    for (const origin of this.#byKey.values()) origin.closeFlooded();
  }

  #at(key: string): Origin | null {
    const known = this.#byKey.get(key);
    if (known !== undefined) {
      known.isRecent = true;
      return known;
    }
    if (this.#byKey.size >= this.#options.maxOrigins && !this.#makeRoom()) return null;
    const { ownHosts } = this.#options;
    const mustBeOutside = ownHosts !== undefined && !ownHosts.has(key);
    const origin = new Origin(key, { ...this.#options, mustBeOutside, openings: this.#openings });
    this.#byKey.set(key, origin);
    return origin;
  }

  // A clock (second-chance) eviction: a host used since its last turn gets another, and one in use is skipped.
  #makeRoom(): boolean {
    for (let turns = 2 * this.#byKey.size; turns > 0; turns -= 1) {
      const [key, origin] = this.#byKey.entries().next().value!;
      this.#byKey.delete(key);
      if (!origin.isRecent && origin.isUnused) {
        void origin.destroy();
        return true;
      }
      origin.isRecent = false;
      this.#byKey.set(key, origin);
    }
    return false;
  }
}
