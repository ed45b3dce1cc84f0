/** Composes what each bidder sees of the request beside the imps: one shared form for each OpenRTB version, and what a bidder has of its own. */
import type { Bidder, BidderRequest } from '../src/adapter/contract.ts';
import { Fragments } from '../src/openrtb/fragments.ts';
import type { Imp } from '../src/openrtb/imp.ts';
import type { BidRequest } from '../src/openrtb/request.ts';
import { chooseBuyeruid } from '../src/stages/prepare/choose-buyeruid.ts';
import { hideServiceExt } from '../src/stages/prepare/hide-service-ext.ts';
import { toOrtb25Places } from '../src/stages/prepare/to-ortb25-places.ts';

/** One OpenRTB version's form of the request: what its bidders share. */
export interface View {
  readonly shared: Omit<BidRequest, 'imp'>;
  /** In the order of the auction's imps. */
  readonly imp: readonly Imp[];
}

/** What the views are made of: the request, and its imps as bidders may see them. */
export interface Viewed {
  readonly namespace: string;
  readonly request: BidRequest;
  readonly imps: readonly Imp[];
  readonly bidderTmaxMs: number;
}

/** The forms of one request; what two bidders share is made once and is the same object. */
export class BidderViews {
  readonly #viewed: Viewed;
  readonly #visible;
  readonly #fragments = new Fragments();
  readonly #views = new Map<string, View>();

  constructor(viewed: Viewed) {
    this.#viewed = viewed;
    this.#visible = hideServiceExt(viewed.request, viewed.namespace);
  }

  /** The form that bidders of this one's OpenRTB version share. */
  of(bidder: Bidder): View {
    const known = this.#views.get(bidder.ortbVersion);
    if (known !== undefined) return known;
    const { imps, bidderTmaxMs, namespace } = this.#viewed;
    const whole = { ...this.#visible.shared, tmax: bidderTmaxMs, imp: [...imps] };
    const { imp, ...shared } = bidder.ortbVersion === '2.6' ? whole : toOrtb25Places(whole, namespace);
    const view: View = { shared, imp: imp ?? [] };
    this.#views.set(bidder.ortbVersion, view);
    return view;
  }

  /** The request as the bidder called `name` sees it. */
  request(bidder: Bidder, name: string): Pick<BidderRequest, 'request' | 'own' | 'fragments'> {
    const { request, namespace } = this.#viewed;
    const view = this.of(bidder);
    const ext = this.#visible.extOf(name);
    const buyeruid = chooseBuyeruid(request.user, name, namespace);
    const own: Partial<BidRequest> = {
      ...(ext !== undefined && { ext }),
      ...(buyeruid !== undefined && { user: { ...view.shared.user, buyeruid } }),
    };
    return { request: view.shared, own, fragments: this.#fragments };
  }
}
