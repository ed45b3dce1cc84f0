/** Composes every validation of a request, so that all its faults are listed at once (spec 7; decisions, '400 / 503 bodies'). */
import type { Problem } from '../../src/errors.ts';
import type { AnyCaseRules } from '../../src/openrtb/findings.ts';
import type { FirstPartyPatch } from '../../src/openrtb/first-party.ts';
import type { BidRequest } from '../../src/openrtb/request.ts';
import { readBidderConfigs } from '../../src/stages/prepare/read-bidder-configs.ts';
import { readNatives } from '../../src/stages/prepare/read-natives.ts';
import { repairBidAdjustments } from '../../src/stages/prepare/repair-bid-adjustments.ts';
import { repairEntries } from '../../src/stages/prepare/repair-entries.ts';
import { validateExt } from '../../src/stages/prepare/validate-ext.ts';
import { validateImps } from '../../src/stages/prepare/validate-imps.ts';
import { validatePricing } from '../../src/stages/prepare/validate-pricing.ts';
import { validateRequest } from '../../src/stages/prepare/validate-request.ts';

/** What validation found, and the request without its bad entries and with its native assets numbered. */
interface Validated {
  readonly request: BidRequest;
  readonly configs: readonly FirstPartyPatch[];
  readonly faults: readonly string[];
  readonly warnings: readonly Problem[];
}

/** Validates a request that is typed, normalised and filled. */
export function validate(given: BidRequest, rules: AnyCaseRules): Validated {
  const repaired = repairEntries(given, rules);
  const adjusting = repairBidAdjustments(repaired.request, rules);
  const native = readNatives(adjusting.request);
  const { request } = native;
  const verdicts = [validateRequest, validateImps, validateExt, validatePricing].map((judge) => judge(request, rules));
  const { configs, verdict } = readBidderConfigs(request, rules);
  return {
    request,
    configs,
    faults: [...verdicts.flatMap(({ faults }) => faults), ...native.faults],
    warnings: [
      ...repaired.warnings,
      ...adjusting.warnings,
      ...verdicts.flatMap(({ warnings }) => warnings),
      ...verdict.warnings,
    ],
  };
}
