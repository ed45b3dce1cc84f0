/**
 * Decides whether what `ext.svc` says about prices is valid: targeting, factors, rates
 * (spec 4.1.2, 4.1.3, 4.1.8; decisions, 'Wrong fields').
 */
import { compileGranularity } from '../../money/granularity.ts';
import { longestPrefix, prefixFits } from '../../money/key-length.ts';
import { Findings, memberPath, type AnyCaseRules, type Place, type Verdict } from '../../openrtb/findings.ts';
import { isMediaType, mediaTypes } from '../../openrtb/media-types.ts';
import { isObject, own } from '../../openrtb/json-object.ts';
import type { BidRequest } from '../../openrtb/request.ts';
import { requestSvc, type Targeting } from '../../openrtb/svc.ts';
import { judgePods } from '../../openrtb/svc-pods.ts';
import type { BidAdjustmentFactors } from '../../openrtb/svc-pricing.ts';

/** In characters, as in B. */
const mostKeyLength = 255;
const factorTypes: ReadonlySet<string> = new Set([...mediaTypes, 'video-outstream']);

/** The place of the values being checked, and how bidders are known. */
type Check = Place & Pick<AnyCaseRules, 'isKnownInAnyCase'>;

/** Checks `targeting`, `bidadjustmentfactors` and `currency.rates` of the request's extension. The caller has checked the types. */
export function validatePricing(request: BidRequest, { namespace, isKnownInAnyCase }: AnyCaseRules): Verdict {
  const findings = new Findings();
  const svc = requestSvc(request, namespace);
  if (svc === undefined) return findings;
  const check = { path: `ext.${namespace}`, findings, isKnownInAnyCase };
  if (svc.targeting !== undefined) validateTargeting(svc.targeting, `${check.path}.targeting`, findings);
  if (svc.bidadjustmentfactors !== undefined) validateFactors(svc.bidadjustmentfactors, check);
  if (svc.currency?.rates !== undefined) validateRates(svc.currency.rates, `${check.path}.currency.rates`, findings);
  return findings;
}

function validateTargeting(targeting: Targeting, path: string, findings: Findings): void {
  const { pricegranularity, mediatypepricegranularity } = targeting;
  validateKeyLength(targeting, path, findings);
  validateGranularity(pricegranularity, `${path}.pricegranularity`, findings);
  if (targeting.includebrandcategory !== undefined || targeting.durationrangesec !== undefined)
    validatePods(targeting, path, findings);
  if (mediatypepricegranularity === undefined) return;
  for (const [type, granularity] of Object.entries(mediatypepricegranularity)) {
    const typePath = memberPath(`${path}.mediatypepricegranularity`, type);
    validateGranularity(granularity, typePath, findings);
    if (!isMediaType(type)) findings.warn(`${typePath} is not a media type: ignored`);
  }
}

function validatePods(targeting: Targeting, path: string, findings: Findings): void {
  const { faults, warning } = judgePods(targeting, path);
  for (const fault of faults) findings.fault(fault);
  if (warning !== undefined) findings.warn(warning);
}

/** Rejects a length that no key has, or that leaves too little room for the request's own prefix (implementation B 3). */
function validateKeyLength({ truncateattrchars, prefix }: Targeting, path: string, findings: Findings): void {
  if (truncateattrchars === undefined) return;
  if (truncateattrchars < 0 || truncateattrchars > mostKeyLength) {
    findings.fault(
      `${path}.truncateattrchars is ${truncateattrchars}: give 1 to ${mostKeyLength} characters, or 0 for no limit`,
    );
  } else if (prefix && !prefixFits(prefix, truncateattrchars)) {
    const most = longestPrefix(truncateattrchars);
    findings.fault(
      `${path}.prefix is longer than the ${most} characters that truncateattrchars (${truncateattrchars}) leaves for it: shorten it, or raise that limit`,
    );
  }
}

function validateGranularity(granularity: unknown, path: string, findings: Findings): void {
  const compiled = compileGranularity(granularity, path);
  if ('fault' in compiled) findings.fault(compiled.fault);
  else if (isObject(granularity)) doubtRanges(own(granularity, 'ranges'), path, findings);
}

/** Warns of an object that changes nothing, and of a `min` that has no effect (spec 4.1.3: a range starts where the one before ends). */
function doubtRanges(ranges: unknown, path: string, findings: Findings): void {
  if (!Array.isArray(ranges) || ranges.length === 0) {
    return findings.warn(`${path} has no ranges: med is used, give ranges of max and increment`);
  }
  let start = 0;
  for (const [index, { min, max }] of (ranges as readonly { min?: unknown; max: number }[]).entries()) {
    if (typeof min === 'number' && min !== start) {
      const place = `${path}.ranges[${index}]`;
      findings.warn(`${place}.min is ignored: the range starts at ${start}, where the previous one ends`);
    }
    start = max;
  }
}

function validateFactors(factors: BidAdjustmentFactors, check: Check): void {
  const { mediatypes, ...plain } = factors;
  const path = `${check.path}.bidadjustmentfactors`;
  validateFactorMap(plain as Record<string, number>, path, check);
  for (const [type, byBidder] of Object.entries(mediatypes ?? {})) {
    const typePath = memberPath(`${path}.mediatypes`, type);
    validateFactorMap(byBidder, typePath, check);
    if (!factorTypes.has(type.toLowerCase())) {
      check.findings.warn(`${typePath} is not a media type that factors support: ignored`);
    }
  }
}

function validateFactorMap(factors: Record<string, number>, path: string, { findings, isKnownInAnyCase }: Check): void {
  const seen = new Set<string>();
  for (const [bidder, factor] of Object.entries(factors)) {
    const name = bidder.toLowerCase();
    if (!(factor > 0)) findings.fault(`${memberPath(path, bidder)} must be above 0, not ${factor}: correct it`);
    if (seen.has(name)) findings.fault(`${memberPath(path, bidder)} differs from another name only in case: keep one`);
    seen.add(name);
  }
  findings.warnOfUnknown(Object.keys(factors), path, isKnownInAnyCase);
}

function validateRates(rates: Record<string, Record<string, number>>, path: string, findings: Findings): void {
  for (const [base, table] of Object.entries(rates)) {
    const basePath = memberPath(path, base);
    validateCurrency(base, basePath, findings);
    for (const [code, rate] of Object.entries(table)) {
      const ratePath = memberPath(basePath, code);
      validateCurrency(code, ratePath, findings);
      if (!(rate > 0)) findings.fault(`${ratePath} must be above 0, not ${rate}: correct the rate`);
    }
  }
}

function validateCurrency(code: string, path: string, findings: Findings): void {
  if (!/^[A-Z]{3}$/.test(code)) findings.fault(`${path} is not a currency: use three capital letters such as EUR`);
}
