/**
 * Decides whether bids must disclose who paid for them: where the request requires it
 * (IAB Tech Lab, 'DSA Transparency'; implementations A 2.1, B 'DSA').
 */
import type { ContextDsa } from '../../auction/context-terms.ts';
import type { BidRequest } from '../../openrtb/request.ts';

/** Values of `dsarequired` that require it: for any publisher, and for an online platform. */
const required: ReadonlySet<unknown> = new Set([2, 3]);

/** What bids must disclose; undefined where they need not. */
export function readDsa({ regs }: BidRequest): ContextDsa | undefined {
  const dsa = regs?.ext?.dsa;
  return required.has(dsa?.dsarequired) ? { pubrender: dsa?.pubrender } : undefined;
}
