/**
 * Composes what each bidder sees of the request:
 * the steps of spec 4.1.5 and 4.1.10, each made once for all bidders that share its result.
 */
import type { Bidder, BidderRequest } from '../../src/adapter/contract.ts';
import { Fragments } from '../../src/openrtb/fragments.ts';
import type { Imp } from '../../src/openrtb/imp.ts';
import { once } from '../../src/openrtb/once.ts';
import { lowerImp, lowerRegs, lowerSource, lowerUser } from '../../src/openrtb/places.ts';
import type { BidRequest } from '../../src/openrtb/request.ts';
import { requestSvc } from '../../src/openrtb/svc.ts';
import type { User } from '../../src/openrtb/user.ts';
import { withChanges } from '../../src/openrtb/with-changes.ts';
import { chooseBuyeruid } from '../../src/stages/prepare/choose-buyeruid.ts';
import { chooseFirstPartyData } from '../../src/stages/prepare/choose-first-party-data.ts';
import { chooseSchain } from '../../src/stages/prepare/choose-schain.ts';
import { filterEids } from '../../src/stages/prepare/filter-eids.ts';
import { hideBuyeruids } from '../../src/stages/prepare/hide-buyeruids.ts';
import { hideServiceExt } from '../../src/stages/prepare/hide-service-ext.ts';
import type { Asking } from './asking.ts';

/** The request without imps, as some bidders share it. */
type SharedRequest = BidderRequest['request'];

/** The members that differ from bidder to bidder; all others are the same for all. */
type Part = 'site' | 'app' | 'dooh' | 'device' | 'user' | 'source';
type Parts = { readonly [part in Part]: SharedRequest[part] | undefined };

/** The views of one request; what two bidders share is made once and is the same object. */
export class BidderViews {
  readonly #uidOf: Asking['uidOf'];
  readonly #fragments = new Fragments();
  readonly #base: SharedRequest;
  readonly #ext;
  readonly #firstParty;
  readonly #schain;
  readonly #eids;
  readonly #buyeruid;
  readonly #hideIds: (user: User) => User;
  /** Puts each part into its OpenRTB 2.5 places, once. */
  readonly #lower;
  readonly #shared: { readonly version: string; readonly parts: Parts; readonly request: SharedRequest }[] = [];

  /** The request is typed, repaired and validated, with its values in their OpenRTB 2.6 places. */
  constructor({ auction, request, nameOf, configs, bidderTmaxMs, uidOf }: Asking) {
    const { namespace } = auction;
    const { data, schains } = requestSvc(request, namespace) ?? {};
    this.#uidOf = uidOf;
    this.#ext = hideServiceExt(request.ext, namespace, nameOf);
    this.#firstParty = chooseFirstPartyData(request, { listed: data?.bidders, configs, nameOf });
    this.#schain = chooseSchain(request.source, schains, nameOf);
    this.#eids = filterEids(data?.eidpermissions, nameOf);
    this.#buyeruid = chooseBuyeruid(request.user, namespace, nameOf);
    this.#hideIds = once((user) => hideBuyeruids(user, namespace));
    this.#lower = {
      regs: once(lowerRegs),
      user: once(lowerUser),
      source: once(lowerSource),
      imp: once((imp: Imp) => lowerImp(imp, namespace)),
    };
    const { imp: _, ...rest } = request;
    this.#base = withChanges<SharedRequest>(rest, { tmax: bidderTmaxMs, ext: this.#ext.shared });
  }

  /** The request as the bidder called `name` sees it; `addsUid`: with the id that the browser's cookie has for the bidder. */
  of(bidder: Bidder, name: string, addsUid: boolean): Pick<BidderRequest, 'request' | 'own' | 'fragments'> {
    const { site, app, dooh, device, user: given } = this.#firstParty(name);
    const user = this.#eids(given && this.#hideIds(given), name);
    const request = this.#share({ site, app, dooh, device, user, source: this.#schain(name) }, bidder);
    const ext = this.#ext.of(name);
    const uid = addsUid ? this.#uidOf(bidder.configured) : undefined;
    const buyeruid = user?.buyeruid ? undefined : this.#buyeruid(name, bidder, uid);
    if (buyeruid !== undefined) this.#fragments.shareMembers(request.user ?? {});
    const own: Partial<BidRequest> = ext === undefined ? {} : { ext };
    if (buyeruid !== undefined) own.user = { ...request.user, buyeruid };
    return { request, own, fragments: this.#fragments };
  }

  /** An imp as bidders of this one's OpenRTB version see it. */
  imp(imp: Imp, { ortbVersion }: Bidder): Imp {
    return ortbVersion === '2.6' ? imp : this.#lower.imp(imp);
  }

  /** The one shared request that has these parts, in the places of the bidder's OpenRTB version. */
  #share(wanted: Parts, { ortbVersion }: Bidder): SharedRequest {
    for (const { version, parts: made, request } of this.#shared) {
      if (version === ortbVersion && isSame(made, wanted)) return request;
    }
    const { user, source } = wanted;
    const { regs } = this.#base;
    const lower = this.#lower;
    const placed =
      ortbVersion === '2.6'
        ? wanted
        : {
            ...wanted,
            regs: regs && lower.regs(regs),
            user: user && lower.user(user),
            source: source && lower.source(source),
          };
    const request = withChanges<SharedRequest>(this.#base, placed);
    this.#shared.push({ version: ortbVersion, parts: wanted, request });
    return request;
  }
}

/** Runs for every bidder: V8 reads members that are named in the source several times faster than members named by a variable. */
function isSame(one: Parts, other: Parts): boolean {
  return (
    one.site === other.site &&
    one.app === other.app &&
    one.dooh === other.dooh &&
    one.device === other.device &&
    one.user === other.user &&
    one.source === other.source
  );
}
