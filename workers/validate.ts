/** Composes every validation of a request, so that all its faults are listed at once (spec 7; decisions, '400 / 503 bodies'). */
import type { Problem } from '../src/errors.ts';
import type { Imp } from '../src/openrtb/imp.ts';
import type { RequestRules } from '../src/openrtb/findings.ts';
import type { BidRequest } from '../src/openrtb/request.ts';
import { readNatives } from '../src/stages/prepare/read-natives.ts';
import { validateExt } from '../src/stages/prepare/validate-ext.ts';
import { validateImps } from '../src/stages/prepare/validate-imps.ts';
import { validateRequest } from '../src/stages/prepare/validate-request.ts';
import { validateSite } from '../src/stages/prepare/validate-site.ts';

/** What validation found, and the imps with their native assets numbered. */
export interface Validated {
  readonly faults: readonly string[];
  readonly warnings: readonly Problem[];
  readonly imps: readonly Imp[];
}

/** Validates a request that is typed, normalised and filled. */
export function validate(request: BidRequest, rules: RequestRules): Validated {
  const native = readNatives(request);
  const verdicts = [validateRequest(request, rules), validateImps(request, rules), validateExt(request, rules)];
  return {
    faults: [...verdicts.flatMap((verdict) => verdict.faults), ...validateSite(request), ...native.faults],
    warnings: verdicts.flatMap((verdict) => verdict.warnings),
    imps: native.request.imp ?? [],
  };
}
