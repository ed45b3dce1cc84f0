/** Composes what is wrong with a bid's creative, and whether the bid is dropped for it (implementations A 2.1, B 9). */
import type { ReadBid } from '../../src/adapter/adapter-results.ts';
import type { CheckMode, ContextCreatives } from '../../src/auction/context-terms.ts';
import type { CreativeTerms } from '../../src/auction/context-imp.ts';
import type { WarnReason } from '../../src/auction/tally.ts';
import { warningCode, type Problem } from '../../src/errors.ts';
import { quoted } from '../../src/openrtb/findings.ts';
import { checkSecure } from '../../src/stages/settle/check-secure.ts';
import { checkSize } from '../../src/stages/settle/check-size.ts';

/** One fault: for metrics, and as a warning. */
export interface CreativeFault {
  readonly reason: WarnReason;
  readonly isDropped: boolean;
  readonly warning: Problem;
}

/** What is wrong with the creative of a valid bid, by the checks that its auction makes. */
export function creativeFaults(
  { bid, type }: Pick<ReadBid, 'bid' | 'type'>,
  terms: CreativeTerms | undefined,
  { size, secure }: ContextCreatives,
): readonly CreativeFault[] {
  const faults: CreativeFault[] = [];
  const add = (reason: WarnReason, mode: CheckMode, what: string | undefined): void => {
    if (what === undefined) return;
    const isDropped = mode === 'enforce';
    const message = `bid ${quoted(bid['id'] as string)} ${what}: ${isDropped ? 'rejected' : 'allowed'}`;
    faults.push({ reason, isDropped, warning: { code: warningCode.general, message } });
  };
  if (size !== null && type === 'banner') add('size', size.mode, checkSize(bid, terms?.largest, size.most));
  if (secure !== null && terms?.secure === true) add('insecure', secure, checkSecure(bid['adm']));
  return faults;
}
