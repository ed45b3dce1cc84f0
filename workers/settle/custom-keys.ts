/** Composes the publisher's own ad-server keys (spec 4.1.11): they may read the answer, so they are added after it is built. */
import type { AuctionContext } from '../../src/auction/context.ts';
import { addWarning, warningCode } from '../../src/errors.ts';
import type { TargetingSettings } from '../../src/money/targeting.ts';
import type { JsonObject } from '../../src/openrtb/json-object.ts';
import { withOlderPlaces } from '../../src/openrtb/places.ts';
import { applyAdservertargeting } from '../../src/stages/settle/apply-adservertargeting.ts';
import type { BidTerms } from '../parts.ts';
import type { PlacedBid } from './place-bids.ts';

/** The answer without custom keys: the whole response, and each bid's form in the order of the placed bids. */
interface Draft {
  readonly response: unknown;
  readonly bids: readonly JsonObject[];
}

/** What the keys depend on besides bids and context. */
interface CustomKeyTerms {
  readonly draft: Draft;
  /** Undefined for a request without targeting, whose bids get no keys. */
  readonly settings: TargetingSettings | undefined;
}

/** The bids with the keys of `adservertargeting` added to their targeting. */
export function addCustomKeys(
  placed: readonly PlacedBid[],
  context: AuctionContext,
  { draft, settings, parts, warnings }: BidTerms & CustomKeyTerms,
): PlacedBid[] {
  const { namespace } = parts.config;
  const request = context.request && withOlderPlaces(context.request, namespace);
  const imps = new Map((request?.imp ?? []).map((imp) => [imp.id, imp]));
  const { targetings, warnings: faults } = applyAdservertargeting(
    context.svc['adservertargeting'],
    placed.map((one, at) => ({
      targeting: one.targeting,
      code: one.placing.code,
      imp: imps.get(context.imps[one.priced.imp]!.id),
      bid: draft.bids[at],
    })),
    {
      indexes: context.adservertargetingIndexes,
      request,
      response: draft.response,
      truncateKeyLength: settings?.truncateKeyLength ?? 0,
    },
  );
  const warn = (text: string): void => addWarning(warnings, `ext.${namespace}.${text}`, warningCode.adServerTargeting);
  for (const fault of faults) warn(fault);
  if (settings === undefined) warn('adservertargeting has no effect without targeting: add targeting');
  return placed.map((one, at) => ({ ...one, targeting: targetings[at] }));
}
