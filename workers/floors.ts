/** Composes the price floors of one auction: the rules that it follows, and the floors of its imps (implementations A 10, B 9 'Floors'). */
import type { AuctionContext } from '../src/auction/context.ts';
import type { ContextFloor } from '../src/auction/context-imp.ts';
import type { PrepareMessage } from '../src/auction/messages.ts';
import type { AccountSettings } from '../src/config/account-settings.ts';
import { addWarning, type Problems } from '../src/errors.ts';
import { rateFinder, rateSources, type RateOf } from '../src/money/convert.ts';
import type { FloorRules } from '../src/money/floor-rules.ts';
import { quoted } from '../src/openrtb/findings.ts';
import { floorCurrency, type Imp } from '../src/openrtb/imp.ts';
import { without } from '../src/openrtb/merge-patch.ts';
import { idNumbers, mintIds, numberOf } from '../src/openrtb/mint-ids.ts';
import { currencyOf, type BidRequest } from '../src/openrtb/request.ts';
import { impSvc } from '../src/openrtb/svc-parts.ts';
import { requestSvc, type RequestSvc } from '../src/openrtb/svc.ts';
import type { FloorGroup, Floors } from '../src/openrtb/svc-floors.ts';
import { mapShared } from '../src/openrtb/with-changes.ts';
import { chooseFloors, withFetched, type ChosenFloors, type FloorDraws } from '../src/stages/prepare/choose-floors.ts';
import type { FloorPrice } from '../src/stages/prepare/set-floor.ts';
import { FloorWarnings } from './floor-warnings.ts';
import type { OfferedImp } from './merge-imps.ts';
import type { HopParts } from './parts.ts';
import { RuledFloors } from './ruled-floors.ts';
import { ToldFloors } from './told-floors.ts';

/** What floors depend on: `svc` is the request's `ext.<namespace>`, `channel` is how the request came. */
export interface FloorFacts {
  readonly message: PrepareMessage;
  readonly svc: RequestSvc;
  readonly account: AccountSettings;
  readonly channel: string;
  readonly warnings: Problems;
}

/** The floors of an auction; undefined where its account or its request has none. */
export function auctionFloors(facts: FloorFacts, parts: HopParts): AuctionFloors | undefined {
  const { svc, account, warnings } = facts;
  if (svc.floors?.enabled === false) return undefined;
  if (account.priceFloors?.enabled === true) return new AuctionFloors(facts, parts);
  if (svc.floors !== undefined) {
    const why = 'the account has no price floors, ask this host to turn them on, or state imp[].bidfloor alone';
    addWarning(warnings, `ext.${parts.config.namespace}.floors has no effect: ${why}`);
  }
  return undefined;
}

/** The floors of one auction. */
export class AuctionFloors {
  readonly #facts: FloorFacts;
  readonly #namespace: string;
  readonly #floors: Floors;
  readonly #location: 'fetch' | 'request' | 'noData';
  readonly #chosen: ChosenFloors;
  readonly #ruled: RuledFloors | undefined;
  readonly #rateOf: RateOf;
  readonly #warn: FloorWarnings;

  constructor(facts: FloorFacts, { config, hostRates, fetchedFloors, floorRules }: HopParts) {
    const { svc, account, message } = facts;
    this.#facts = facts;
    this.#namespace = config.namespace;
    this.#rateOf = rateFinder(rateSources(svc.currency, hostRates(message.rates)));
    const draws = drawsOf(message.seed);
    const { floors = {} } = svc;
    this.#floors = withFetched(floors, fetchedFloors(message.floors), draws);
    this.#location = this.#floors !== floors ? 'fetch' : floors.data === undefined ? 'noData' : 'request';
    this.#chosen = chooseFloors(this.#floors, account.priceFloors ?? {}, draws);
    const place = { namespace: config.namespace, isFetched: this.#location === 'fetch', warnings: facts.warnings };
    this.#warn = new FloorWarnings(place);
    const { group, warnings, dataWarnings, isSkipped } = this.#chosen;
    for (const text of warnings) this.#warn.ofRequest(text);
    for (const text of dataWarnings) this.#warn.ofData(text);
    if (group !== undefined && !isSkipped) this.#ruled = this.#follow(group, floorRules(group));
  }

  /** True where bidders may have floors of their own. */
  get areByBidder(): boolean {
    return this.#ruled?.isByBidder === true;
  }

  /** The request with the floors of its imps and, of the rules, only the chosen group, as debug output and analytics show it. */
  set(request: BidRequest): BidRequest {
    const { svc, channel } = this.#facts;
    const scene = { request, channel: svc.channel?.name || channel, namespace: this.#namespace };
    const imp = mapShared(request.imp ?? [], (imp) => this.#ruled?.set(imp, scene) ?? imp);
    const { group, isSkipped } = this.#chosen;
    const followed = group && { data: { ...this.#floors.data, modelGroups: [group] } };
    const floors = { ...this.#floors, ...followed, location: this.#location, skipped: isSkipped };
    const told = { ...requestSvc(request, this.#namespace), floors };
    return { ...request, imp, ext: { ...request.ext, [this.#namespace]: told } };
  }

  /** Keeps the floors that single bidders' forms of the imps state. */
  keepStated(imps: readonly OfferedImp[]): void {
    if (!this.areByBidder) return;
    for (const { imp, own, patches } of imps) {
      for (const [name, patch] of patches) {
        if (own.has(name) && ('bidfloor' in patch || 'bidfloorcur' in patch)) this.#ruled?.keepStated(imp, name);
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
    const ofBidder = (imp: Imp, name: string): Imp => this.#ruled?.ofBidder(imp, name) ?? imp;
    return new ToldFloors(this.#chosen, { svc, account, cur: currencyOf(request), rateOf: this.#rateOf, ofBidder });
  }

  /**
   * The floor that applies to bids on this imp, or on a bidder's own form of it, and that those bids show; `name` is the bidder of the
   * bids.
   */
  of(imp: Imp, name?: string): ContextFloor | undefined {
    const form = (name !== undefined && this.#ruled?.ofBidder(imp, name)) || imp;
    const { bidfloor = 0 } = form;
    if (this.#chosen.isSkipped || !(bidfloor > 0)) return undefined;
    return { value: bidfloor, cur: floorCurrency(form), ...this.#ruled?.ruleOf(form, name) };
  }

  /** Which bids must reach their floor. */
  get floored(): AuctionContext['floored'] {
    const { isEnforced, coversDeals } = this.#chosen;
    if (!isEnforced) return undefined;
    return coversDeals ? 'all' : 'dealless';
  }

  #follow(group: FloorGroup, rules: FloorRules): RuledFloors {
    const { unfit } = rules;
    if (unfit.length > 0) {
      const some = `${unfit.length} of its rules, such as ${quoted(unfit[0]!)},`;
      this.#warn.ofData(`modelGroups: ${some} have not as many values as there are fields, or are below 0: ignored`);
    }
    return new RuledFloors({
      rules,
      standard: group.default,
      currency: this.#chosen.currency,
      leastOf: (imp) => this.#leastOf(imp),
      rateOf: this.#rateOf,
      tell: (fault) => this.#warn.ofRequest(fault),
    });
  }

  /** The minimum floor; the imp's own wins over the request's. */
  #leastOf(imp: Imp): FloorPrice | undefined {
    const { floorMin, floorMinCur } = this.#floors;
    const own = impSvc(imp, this.#namespace)?.floors;
    const ofImp = own?.floorMin ?? 0;
    if (ofImp < 0) this.#warn.ofImp(imp.id ?? '', `floorMin is ${ofImp}, below 0: ignored`);
    const value = ofImp > 0 ? ofImp : (floorMin ?? 0);
    const cur = own?.floorMinCur || floorMinCur || this.#chosen.currency;
    return value > 0 ? { value, cur: cur.toUpperCase() } : undefined;
  }
}

/** Random numbers derived from the seed, but not from any part of it that bidders can infer. */
function drawsOf(seed: string): FloorDraws {
  const mintId = mintIds(seed.slice(24) + seed.slice(0, 24));
  const draw = (): number => numberOf(mintId()) / idNumbers;
  return { group: draw(), skip: draw(), enforce: draw(), fetched: draw() };
}
