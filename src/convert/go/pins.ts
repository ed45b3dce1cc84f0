/** What Prebid Server (Go) does by default where Gavel's default differs. */
import type { Pin } from '../rule.ts';

/** The defaults that existing clients of Prebid Server (Go) may count on. */
export const pins: readonly Pin[] = [
  { to: 'targeting.includeWinners', value: true, why: 'the default of Prebid Server (Go)' },
  { to: 'targeting.includeBidderKeys', value: true, why: 'the default of Prebid Server (Go)' },
];
