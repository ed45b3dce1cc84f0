/** Decides what bidders that do not read GPP receive instead: the older fields of the same signals (implementation A 1.7, step 10). */
import type { BidderRequest } from '../../adapter/contract.ts';
import { once } from '../../openrtb/once.ts';
import { lowerRegs, lowerUser, raiseRegs, raiseUser } from '../../openrtb/places.ts';
import type { BidRequest, Regs } from '../../openrtb/request.ts';
import type { User } from '../../openrtb/user.ts';
import { withChanges } from '../../openrtb/with-changes.ts';
import type { OlderSignals } from '../../privacy/signals.ts';

/** Fills `regs.gdpr`, `regs.us_privacy` and `user.consent`, in the places of the bidder's OpenRTB version. Nothing is overwritten. */
export function fillFromGpp(older: OlderSignals | undefined): (request: BidderRequest) => BidderRequest {
  if (older === undefined) return (request) => request;
  const inExt = new Filling(older, true);
  const in26 = new Filling(older, false);
  return (request) => {
    const { gppSupported, ortbVersion } = request.bidder;
    if (gppSupported) return request;
    const filling = ortbVersion === '2.6' ? in26 : inExt;
    const { user } = request.own;
    const own = user === undefined ? request.own : { ...request.own, user: filling.user(user) };
    return { ...request, request: filling.shared(request.request), own };
  };
}

/** Fills requests for one OpenRTB version; a shared request is filled once. */
class Filling {
  readonly shared: (request: BidderRequest['request']) => BidderRequest['request'];
  readonly #older: OlderSignals;
  readonly #inOlderPlaces: boolean;

  constructor(older: OlderSignals, inOlderPlaces: boolean) {
    this.#older = older;
    this.#inOlderPlaces = inOlderPlaces;
    this.shared = once((request) => this.#filled(request));
  }

  user(user: User): User {
    const { consent } = this.#older;
    const raised = raiseUser(user);
    const filled = consent === '' || raised.consent ? raised : withChanges(raised, { consent });
    return this.#inOlderPlaces ? lowerUser(filled) : filled;
  }

  #regs(regs: Regs): Regs {
    const { gdpr, usPrivacy } = this.#older;
    const raised = raiseRegs(regs);
    const filled = withChanges(raised, {
      gdpr: raised.gdpr ?? gdpr,
      us_privacy: raised.us_privacy || usPrivacy || undefined,
    });
    return this.#inOlderPlaces ? lowerRegs(filled) : filled;
  }

  #filled(request: BidderRequest['request']): BidderRequest['request'] {
    const user = request.user ?? (this.#older.consent === '' ? undefined : {});
    return withChanges<Partial<BidRequest>>(request, {
      regs: this.#regs(request.regs ?? {}),
      ...(user !== undefined && { user: this.user(user) }),
    });
  }
}
