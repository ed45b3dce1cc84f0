/** Runs both validations of the service's own `ext`. */
import type { BidRequest } from '../../../src/openrtb/request.ts';
import { validateExt } from '../../../src/stages/prepare/validate-ext.ts';
import { validatePricing } from '../../../src/stages/prepare/validate-pricing.ts';

const rules = {
  namespace: 'svc',
  isKnownInAnyCase: (name: string) => /^bidder/i.test(name),
  nameOf: (name: string) => (/^bidder.$/i.test(name) ? `bidder${name.slice(-1).toUpperCase()}` : undefined),
};

/** The findings of both validations; no rule is in both. */
export function validate(request: BidRequest) {
  const [ext, pricing] = [validateExt(request, rules), validatePricing(request, rules)];
  return { faults: [...ext.faults, ...pricing.faults], warnings: [...ext.warnings, ...pricing.warnings] };
}

/** A request with this in the service's own `ext`. */
export const ofRequest = (svc: object): BidRequest => ({ ext: { svc } });

/** Targeting with this granularity. */
export const granularity = (pricegranularity: unknown): object => ({ targeting: { pricegranularity } });
