/**
 * Removes from each bidder's request what privacy denies it. Runs after everything else that shapes the request, so that it does not matter
 * what put it there (issue 4, item 5).
 */
import type { BidderImp, BidderRequest } from '../../adapter/contract.ts';
import type { Imp } from '../../openrtb/imp.ts';
import { isObject } from '../../openrtb/json-object.ts';
import { once } from '../../openrtb/once.ts';
import type { BidRequest } from '../../openrtb/request.ts';
import { withChanges } from '../../openrtb/with-changes.ts';
import type { KeptBits } from '../../privacy/coarse.ts';
import { removal } from '../../privacy/denials.ts';
import { scrubAmp, scrubDevice, scrubSource, scrubUser, withoutTid } from '../../privacy/scrub.ts';

type Shared = BidderRequest['request'];

/** Scrubs for one set of removals: what bidders share is scrubbed once, and is the same object for all of them. */
class Scrub {
  readonly #removals: number;
  readonly #user;
  readonly #device;
  readonly #source;
  readonly #ext;
  /** The shared request, scrubbed. */
  readonly shared: (request: Shared) => Shared;
  readonly #imp: (imp: Imp) => Imp;

  constructor(removals: number, namespace: string, kept: KeptBits) {
    this.#removals = removals;
    this.#user = once((user: NonNullable<Shared['user']>) => scrubUser(user, removals));
    this.#device = once((device: NonNullable<Shared['device']>) => scrubDevice(device, removals, kept));
    this.#source = once((source: NonNullable<Shared['source']>) => scrubSource(source, removals));
    this.#ext = once((ext: NonNullable<Shared['ext']>) => scrubAmp(ext, namespace, { removals, kept }));
    this.shared = once((request) => this.members(request));
    this.#imp = once((imp) => impWithoutTid(imp));
  }

  /** Scrubs `user`, `device`, `source` and `ext` where they are present; the same object when nothing was removed. */
  members<T extends Partial<BidRequest>>(request: T): T {
    const { user, device, source, ext } = request;
    return withChanges<Partial<BidRequest>>(request, {
      ...(isObject(user) && { user: this.#user(user) }),
      ...(isObject(device) && { device: this.#device(device) }),
      ...(isObject(source) && { source: this.#source(source) }),
      ...(isObject(ext) && { ext: this.#ext(ext) }),
    }) as T;
  }

  imp(bidderImp: BidderImp): BidderImp {
    if ((this.#removals & removal.tids) === 0) return bidderImp;
    return { ...bidderImp, imp: this.#imp(bidderImp.imp), own: impWithoutTid(bidderImp.own) };
  }
}

/**
 * Scrubs the requests of one auction: returns the bidder's request without what `removals` name; the same request for none.
 * Truncated addresses keep `kept` bits.
 */
export function scrubRequests(kept: KeptBits): (request: BidderRequest, removals: number) => BidderRequest {
  const scrubs = new Map<number, Scrub>();
  return (request, removals) => {
    if (removals === 0) return request;
    let scrub = scrubs.get(removals);
    if (scrub === undefined) scrubs.set(removals, (scrub = new Scrub(removals, request.auction.namespace, kept)));
    return {
      ...request,
      request: scrub.shared(request.request),
      own: scrub.members(request.own),
      imps: request.imps.map((imp) => scrub.imp(imp)),
    };
  };
}

function impWithoutTid<T extends Partial<Imp>>(imp: T): T {
  return isObject(imp.ext) ? (withChanges<Partial<Imp>>(imp, { ext: withoutTid(imp.ext) }) as T) : imp;
}
