/** Composes which floor rules one auction follows, and compiles them for its imps (implementations A 10, B 9 'Floors'). */
import type { PrepareMessage } from '../../src/auction/messages.ts';
import type { AccountSettings } from '../../src/config/account-settings.ts';
import type { Problems } from '../../src/errors.ts';
import { rateFinder, type RateOf } from '../../src/money/convert.ts';
import { quoted } from '../../src/openrtb/findings.ts';
import type { Imp } from '../../src/openrtb/imp.ts';
import { idNumbers, mintIds, numberOf, seedFor } from '../../src/openrtb/mint-ids.ts';
import { impSvc } from '../../src/openrtb/svc-parts.ts';
import type { Floors } from '../../src/openrtb/svc-floors.ts';
import type { RequestSvc } from '../../src/openrtb/svc.ts';
import {
  chooseFloors,
  withFetched,
  type ChosenFloors,
  type FloorDraws,
} from '../../src/stages/prepare/choose-floors.ts';
import type { FloorPrice } from '../../src/stages/prepare/set-floor.ts';
import { FloorWarnings } from './floor-warnings.ts';
import type { HopParts } from '../parts.ts';
import { RuledFloors } from './ruled-floors.ts';

/** What floors depend on: `svc` is the request's `ext.<namespace>`, `channel` is how the request came. */
export interface FloorFacts {
  readonly message: PrepareMessage;
  readonly svc: RequestSvc;
  readonly account: AccountSettings;
  readonly channel: string;
  readonly warnings: Problems;
}

/** The rules that an auction follows. */
export interface FollowedFloors {
  /** The request's floors, with the rules of the account's provider in place of its own if those are followed. */
  readonly floors: Floors;
  readonly location: 'fetch' | 'request' | 'noData';
  readonly chosen: ChosenFloors;
  /** The floors of imps and bidders by the chosen rules; undefined: imps keep their own floors. */
  readonly ruled: RuledFloors | undefined;
  readonly rateOf: RateOf;
}

/** Chooses and compiles the rules of one auction; what is wrong with its floors is added to `warnings`. */
export function followFloors(facts: FloorFacts, parts: HopParts): FollowedFloors {
  const { svc, account, message } = facts;
  const { namespace } = parts.config;
  const rateOf = rateFinder(svc.currency, parts.hostRates(message.rates));
  const draws = drawsOf(message.seed);
  const { floors: given = {} } = svc;
  const floors = withFetched(given, parts.fetchedFloors(message.floors), draws);
  const location = floors !== given ? 'fetch' : given.data === undefined ? 'noData' : 'request';
  const chosen = chooseFloors(floors, account.priceFloors ?? {}, draws);
  const warn = new FloorWarnings({ namespace, isFetched: location === 'fetch', warnings: facts.warnings });
  for (const text of chosen.warnings) warn.ofRequest(text);
  for (const text of chosen.dataWarnings) warn.ofData(text);
  const ruled = ruledFloors({ floors, chosen, rateOf, namespace, warn }, parts);
  return { floors, location, chosen, ruled, rateOf };
}

/** What the compiled rules depend on. */
interface ChosenRules extends Pick<FollowedFloors, 'floors' | 'chosen' | 'rateOf'> {
  readonly namespace: string;
  readonly warn: FloorWarnings;
}

/** Compiles the chosen group's rules; undefined where there is none, or where this auction skips floors. */
function ruledFloors(given: ChosenRules, { floorRules }: HopParts): RuledFloors | undefined {
  const { chosen, rateOf, warn } = given;
  const { group, isSkipped, currency } = chosen;
  if (group === undefined || isSkipped) return undefined;
  const rules = floorRules(group);
  const { unfit } = rules;
  if (unfit.length > 0) {
    const some = `${unfit.length} of its rules, such as ${quoted(unfit[0]!)},`;
    warn.ofData(`modelGroups: ${some} do not have one value per field, or are below 0: ignored`);
  }
  return new RuledFloors({
    rules,
    standard: group.default,
    currency,
    leastOf: (imp) => leastOf(imp, given),
    rateOf,
    tell: (fault) => warn.ofRequest(fault),
  });
}

/** The minimum floor; the imp's own wins over the request's. */
function leastOf(imp: Imp, { floors, chosen, namespace, warn }: ChosenRules): FloorPrice | undefined {
  const { floorMin, floorMinCur } = floors;
  const own = impSvc(imp, namespace)?.floors;
  const ofImp = own?.floorMin ?? 0;
  if (ofImp < 0) warn.ofImp(imp.id ?? '', `floorMin is ${ofImp}, below 0: ignored`);
  const value = ofImp > 0 ? ofImp : (floorMin ?? 0);
  const cur = own?.floorMinCur || floorMinCur || chosen.currency;
  return value > 0 ? { value, cur: cur.toUpperCase() } : undefined;
}

function drawsOf(seed: string): FloorDraws {
  const mintId = mintIds(seedFor('floors', seed));
  const draw = (): number => numberOf(mintId()) / idNumbers;
  return { group: draw(), skip: draw(), enforce: draw(), fetched: draw() };
}
