/** Decides whether bids must tell who paid for them: where the request requires it (IAB Tech Lab, 'DSA Transparency'; implementations A 2.1, B 'DSA'). */
import type { ContextDsa } from '../../auction/context.ts';
import type { BidRequest } from '../../openrtb/request.ts';

/** Values of `dsarequired` that require it: of any publisher, and of an online platform. */
const required: ReadonlySet<unknown> = new Set([2, 3]);

/** What bids must tell; undefined where they need not. */
export function readDsa({ regs }: BidRequest): ContextDsa | undefined {
  const dsa = regs?.ext?.dsa;
  return required.has(dsa?.dsarequired) ? { pubrender: dsa?.pubrender } : undefined;
}
