/**
 * Composes which of its imps a bidder is offered: by its params, its deals, and what it supports
 * (spec 4.1.13; decisions, 'dealsonly', 'Error codes').
 */
import type { Bidder, BidderImp, Platform } from '../../src/adapter/contract.ts';
import { addProblem, errorCode, nonBidCode, warningCode } from '../../src/errors.ts';
import { quoted } from '../../src/openrtb/findings.ts';
import type { JsonObject } from '../../src/openrtb/json-object.ts';
import type { BidRequest } from '../../src/openrtb/request.ts';
import { pruneImps, type PrunedImps } from '../../src/stages/prepare/prune-imps.ts';
import { readDealFlags } from '../../src/stages/prepare/read-deal-flags.ts';
import type { Asking } from './asking.ts';
import { nothingOwn } from './bidder-calls.ts';
import type { BidderViews } from './bidder-views.ts';
import { meetsLineItem } from './line-items.ts';

/** A bidder that is asked. */
export interface AskedBidder {
  readonly name: string;
  readonly bidder: Bidder;
  /** Indexes in the auction's imps. */
  readonly imps: readonly number[];
}

/** Notes why a bidder is not asked for an imp (an index in the auction's). */
export type Refuse = (imp: number, code: number) => void;

/** The imps that the bidder is offered, and their indexes in the auction's; the others are refused. */
export function bidderImps(
  one: AskedBidder,
  asking: Asking,
  { views, refuse }: { readonly views: BidderViews; readonly refuse: Refuse },
): { readonly sent: readonly number[]; readonly imps: readonly BidderImp[] } {
  const { name, bidder } = one;
  const offered = one.imps.filter((at) => isOffered(one, at, { asking, refuse }));
  const imps = offered.map((at): BidderImp => {
    const { imp, asked, own } = asking.imps[at]!;
    return { imp: views.imp(own.get(name) ?? imp, bidder), own: nothingOwn, params: asked.get(name) as JsonObject };
  });
  const preferred = bidder.multiformatSupported ? undefined : asking.preferredType?.(bidder);
  const pruned = pruneImps(imps, bidder, { platform: platformOf(asking.request), preferred });
  for (const { at, code } of pruned.refused) refuse(offered[at]!, code);
  for (const text of pruned.messages) addProblem(asking.errors, name, { code: errorCode.badInput, message: text });
  if (pruned.reduced !== undefined)
    addProblem(asking.warnings, name, { code: warningCode.general, message: pruned.reduced });
  const sent = withoutRefused(offered, pruned);
  return { sent, imps: asking.floors === undefined ? pruned.imps : withFloors(pruned.imps, sent, { one, asking }) };
}

function withoutRefused(offered: readonly number[], { refused }: PrunedImps): readonly number[] {
  if (refused.length === 0) return offered;
  const gone = new Set(refused.map(({ at }) => at));
  return offered.filter((_, at) => !gone.has(at));
}

/** The imps with the floors that the bidder is sent, which depend on the media types that it is offered. */
function withFloors(
  imps: readonly BidderImp[],
  sent: readonly number[],
  { one: { name, bidder }, asking }: { readonly one: AskedBidder; readonly asking: Asking },
): readonly BidderImp[] {
  return imps.map((sentImp, at) => {
    const { imp, own } = asking.imps[sent[at]!]!;
    const told = asking.floors?.own({ ...(own.get(name) ?? imp), ...sentImp.own }, name, bidder);
    return told === undefined ? sentImp : { ...sentImp, own: { ...sentImp.own, ...told } };
  });
}

/** Whether the bidder's params let the imp be offered to it; if not, the reason is reported. */
function isOffered(
  { name, bidder }: AskedBidder,
  at: number,
  { asking, refuse }: { readonly asking: Asking; readonly refuse: Refuse },
): boolean {
  const { imp, asked } = asking.imps[at]!;
  const params = asked.get(name);
  const { pgdealsonly, fault: flagFault } = readDealFlags(params);
  const fault = flagFault ?? bidder.adapter.paramsFault(params);
  if (fault !== undefined) {
    addProblem(asking.errors, name, {
      code: errorCode.badInput,
      message: `imp ${quoted(imp.id ?? '')}: the params of ${name} ${fault}`,
    });
    refuse(at, nonBidCode.error);
    return false;
  }
  if (!pgdealsonly || meetsLineItem(at, { name, bidder }, asking)) return true;
  const text = `imp ${quoted(imp.id ?? '')}: pgdealsonly is set and no line item matches, so the bidder was not called`;
  addProblem(asking.warnings, name, { code: warningCode.general, message: text });
  refuse(at, nonBidCode.blocked);
  return false;
}

function platformOf(request: BidRequest): Platform {
  if (request.app !== undefined) return 'app';
  return request.site !== undefined ? 'site' : 'dooh';
}
