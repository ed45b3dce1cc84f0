/**
 * Composes the tiers of bidders' deals, for requests with `supportdeals` only (implementations A `applyDealSupport`, B
 * `extractDealTierPerImpAndBidder`).
 */
import type { ContextDealTier } from '../../src/auction/context-terms.ts';
import type { Config } from '../../src/config/schema.ts';
import { addProblem, warningCode, type Problems } from '../../src/errors.ts';
import { quoted } from '../../src/openrtb/findings.ts';
import { impSvc } from '../../src/openrtb/svc-parts.ts';
import { readDealTier } from '../../src/stages/prepare/read-deal-tier.ts';
import type { OfferedImp } from './merge-imps.ts';

/**
 * The tiers of each imp's bidders, including those with stored replies; `indexes` maps a bidder's name to its index in the context. A wrong
 * tier gets a warning and counts as none.
 */
export function dealTiers(
  imps: readonly OfferedImp[],
  indexes: ReadonlyMap<string, number>,
  { config: { namespace }, warnings }: { readonly config: Pick<Config, 'namespace'>; readonly warnings: Problems },
): ContextDealTier[] {
  return imps.flatMap(({ imp, asked }, at) => {
    const params = new Map<string, unknown>([...Object.entries(impSvc(imp, namespace)?.bidder ?? {}), ...asked]);
    return [...params].flatMap(([name, given]) => {
      const bidder = indexes.get(name);
      const tier = bidder === undefined ? undefined : readDealTier(given);
      if (bidder === undefined || tier === undefined) return [];
      if (!('fault' in tier)) return [{ bidder, imp: at, ...tier }];
      const message = `imp ${quoted(imp.id ?? '')}: the params of ${name} ${tier.fault}`;
      addProblem(warnings, name, { code: warningCode.general, message });
      return [];
    });
  });
}
