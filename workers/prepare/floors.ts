/**
 * Composes the price floors of one auction: those of its imps, those that bidders are sent, and those that bids must reach
 * (implementations A 10, B 9 'Floors').
 */
import type { AuctionContext } from '../../src/auction/context.ts';
import type { ContextFloor } from '../../src/auction/context-imp.ts';
import { addWarning } from '../../src/errors.ts';
import { floorCurrency, type Imp } from '../../src/openrtb/imp.ts';
import { without } from '../../src/openrtb/json-object.ts';
import { currencyOf, type BidRequest } from '../../src/openrtb/request.ts';
import { requestSvc } from '../../src/openrtb/svc.ts';
import { mapShared } from '../../src/openrtb/with-changes.ts';
import { followFloors, type FloorFacts, type FollowedFloors } from './follow-floors.ts';
import type { OfferedImp } from './merge-imps.ts';
import type { HopParts } from '../parts.ts';
import { ToldFloors } from './told-floors.ts';

/** The floors of an auction; undefined where its account has them off, or its request switches them off. */
export function auctionFloors(facts: FloorFacts, parts: HopParts): AuctionFloors | undefined {
  const { svc, account, warnings } = facts;
  if (svc.floors?.enabled === false) return undefined;
  if (account.priceFloors?.enabled === true) return new AuctionFloors(facts, parts);
  if (svc.floors !== undefined) {
    const why = 'price floors are off for the account, ask this host to turn them on, or use only imp[].bidfloor';
    addWarning(warnings, `ext.${parts.config.namespace}.floors has no effect: ${why}`);
  }
  return undefined;
}

/** The floors of one auction. */
export class AuctionFloors {
  readonly #facts: FloorFacts;
  readonly #namespace: string;
  readonly #followed: FollowedFloors;

  constructor(facts: FloorFacts, parts: HopParts) {
    this.#facts = facts;
    this.#namespace = parts.config.namespace;
    this.#followed = followFloors(facts, parts);
  }

  /** True where bidders may have floors of their own. */
  get areByBidder(): boolean {
    return this.#followed.ruled?.isByBidder === true;
  }

  /** The request with the floors of its imps and, of the rules, only the chosen group, as debug output and analytics show it. */
  set(request: BidRequest): BidRequest {
    const { svc, channel } = this.#facts;
    const scene = { request, channel: svc.channel?.name || channel, namespace: this.#namespace };
    const { floors, location, chosen, ruled } = this.#followed;
    const imp = mapShared(request.imp ?? [], (imp) => ruled?.set(imp, scene) ?? imp);
    const { group, isSkipped } = chosen;
    const rules = group && { data: { ...floors.data, modelGroups: [group] } };
    const shown = { ...floors, ...rules, location, skipped: isSkipped };
    const told = { ...requestSvc(request, this.#namespace), floors: shown };
    return { ...request, imp, ext: { ...request.ext, [this.#namespace]: told } };
  }

  /** Keeps the floors that single bidders' forms of the imps state. */
  keepStated(imps: readonly OfferedImp[]): void {
    if (!this.areByBidder) return;
    for (const { imp, own, patches } of imps) {
      for (const [name, patch] of patches) {
        if (own.has(name) && ('bidfloor' in patch || 'bidfloorcur' in patch))
          this.#followed.ruled?.keepStated(imp, name);
      }
    }
  }

  /** The request without the rules, which only concern the publisher. */
  hide(request: BidRequest): BidRequest {
    const svc = requestSvc(request, this.#namespace);
    if (svc?.floors === undefined) return request;
    return { ...request, ext: { ...request.ext, [this.#namespace]: without(svc, ['floors']) } };
  }

  /** The floors that bidders are sent; `request` is the one that `set` returned. */
  told(request: BidRequest): ToldFloors {
    const svc = requestSvc(request, this.#namespace) ?? {};
    const { account } = this.#facts;
    const { chosen, ruled, rateOf } = this.#followed;
    const ofBidder = (imp: Imp, name: string): Imp => ruled?.ofBidder(imp, name) ?? imp;
    return new ToldFloors(chosen, { svc, account, cur: currencyOf(request), rateOf, ofBidder });
  }

  /** The floor that applies to bids on this imp, or on a bidder's own form of it, and that those bids show; `name` is who bids. */
  of(imp: Imp, name?: string): ContextFloor | undefined {
    const { chosen, ruled } = this.#followed;
    const form = (name !== undefined && ruled?.ofBidder(imp, name)) || imp;
    const { bidfloor = 0 } = form;
    if (chosen.isSkipped || !(bidfloor > 0)) return undefined;
    return { value: bidfloor, cur: floorCurrency(form), ...ruled?.ruleOf(form, name) };
  }

  /** Which bids must reach their floor. */
  get floored(): AuctionContext['floored'] {
    const { isEnforced, coversDeals } = this.#followed.chosen;
    if (!isEnforced) return undefined;
    return coversDeals ? 'all' : 'dealless';
  }
}
