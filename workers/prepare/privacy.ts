/**
 * Composes privacy for one auction: the signals are read once, then decide for each bidder whether it is called and what its request loses
 * (issue 4).
 */
import type { Bidder, BidderRequest } from '../../src/adapter/contract.ts';
import type { PrepareMessage } from '../../src/auction/messages.ts';
import type { AccountSettings } from '../../src/config/account-settings.ts';
import { addProblem, addWarning, warningCode, type Problems } from '../../src/errors.ts';
import type { NameOf } from '../../src/openrtb/bidder-names.ts';
import type { BidRequest } from '../../src/openrtb/request.ts';
import type { RequestSvc } from '../../src/openrtb/svc.ts';
import { tcfTrouble } from '../../src/privacy/consent.ts';
import { seenOf, type PrivacySeen } from '../../src/privacy/counts.ts';
import { allowsCall, describeDenials, removal, removalsOf } from '../../src/privacy/denials.ts';
import { deniesNothing } from '../../src/privacy/permissions.ts';
import type { Policies } from '../../src/privacy/policies.ts';
import type { PrivacyChannel, PrivacyPolicy } from '../../src/privacy/policy.ts';
import { mayReport, type ReportParty } from '../../src/privacy/report-permission.ts';
import type { SignalReader } from '../../src/privacy/signal-reader.ts';
import { readSignals, type Signals } from '../../src/privacy/signals.ts';
import { fillFromGpp } from '../../src/stages/prepare/fill-from-gpp.ts';
import { permitBidders } from '../../src/stages/prepare/permit-bidders.ts';
import { findSignals } from '../../src/stages/prepare/find-signals.ts';
import { scrubRequests } from '../../src/stages/prepare/scrub-request.ts';

/** What one thread caches between auctions; results do not depend on it. */
export interface PrivacyMemory {
  readonly policies: Policies;
  readonly reader: SignalReader;
}

/** The auction as far as privacy needs it. `request` has its values in their OpenRTB 2.6 places; problems are added to `warnings`. */
interface PrivacyInput {
  readonly request: BidRequest;
  readonly svc: RequestSvc;
  readonly account: AccountSettings;
  readonly channel: PrivacyChannel;
  readonly message: PrepareMessage;
  readonly nameOf: NameOf;
  readonly warnings: Problems;
}

/** The privacy of one auction. */
export class AuctionPrivacy {
  readonly #signals: Signals;
  readonly #policy: PrivacyPolicy;
  readonly #warnings: Problems;
  readonly #permit: (bidder: Bidder, name: string) => number;
  readonly #fill;
  readonly #scrub;
  /** The denials of each bidder that was checked and is denied something. */
  readonly #denied = new Map<string, number>();

  constructor(auction: PrivacyInput, memory: PrivacyMemory) {
    const { request, svc, account, channel, message, nameOf, warnings } = auction;
    const policy = memory.policies.of(message.account, account.privacy, channel);
    const sources = { reader: memory.reader, vendorLists: message.vendorLists };
    this.#policy = policy;
    this.#signals = readSignals(findSignals(request), policy, sources);
    this.#warnings = warnings;
    for (const text of this.#signals.warnings) addWarning(warnings, text, warningCode.privacy);
    this.#permit = permitBidders({ signals: this.#signals, policy, svc, nameOf });
    this.#fill = fillFromGpp(this.#signals.older);
    this.#scrub = scrubRequests(policy.keptBits);
  }

  /** Whether the bidder called `name` may get its id from the browser's cookie. The caller has checked `mayCall`. */
  mayEnrich(name: string): boolean {
    const denials = this.#denied.get(name);
    return denials === undefined || (removalsOf(denials) & removal.cookieId) === 0;
  }

  /** Whether the bidder called `name` may be called; if not, a warning says why. */
  mayCall(bidder: Bidder, name: string): boolean {
    const denials = this.#permit(bidder, name);
    if (denials !== 0) this.#denied.set(name, denials);
    if (allowsCall(denials)) return true;
    addProblem(this.#warnings, name, {
      code: warningCode.privacyBlock,
      message: `the bidder is ${this.#describe(denials)}`,
    });
    return false;
  }

  /** The bidder's request, complete except for this step, as it may be sent. The caller has checked `mayCall`. */
  shape(request: BidderRequest): BidderRequest {
    return this.#scrub(this.#fill(request), removalsOf(this.#denied.get(request.name) ?? 0));
  }

  /** Whether GDPR applies and is enforced. */
  get isUnderGdpr(): boolean {
    return this.#signals.gdpr;
  }

  /** Whether the analytics module may receive the auction. */
  mayReport(party: ReportParty): boolean {
    return mayReport(party, this.#signals, this.#policy);
  }

  /** True when no privacy rule could deny anybody anything of this request. */
  get isUnrestricted(): boolean {
    return deniesNothing(this.#signals, this.#policy);
  }

  /** A line for each bidder that is denied something: what it is denied, and why. */
  get lines(): [name: string, line: string][] {
    return [...this.#denied].map(([name, denials]) => [name, this.#describe(denials)]);
  }

  #describe(denials: number): string {
    return describeDenials(denials, tcfTrouble(this.#signals));
  }

  /** What there is to count; undefined for nothing. */
  get seen(): PrivacySeen | undefined {
    const denied = [...this.#denied.values()];
    const blocked = denied.filter((denials) => !allowsCall(denials)).length;
    return seenOf(this.#signals, { blocked, scrubbed: denied.length - blocked });
  }
}
