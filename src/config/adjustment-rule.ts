/** Rules between the settings of one step that adjusts prices (implementations A 2.1, B 4): which limit and which currency its kind asks for. */
import { findAdjustmentFault } from '../money/bid-adjustments.ts';
import { memberPath } from '../openrtb/findings.ts';
import type { AccountSettings } from './account-settings.ts';
import { breach, type Checked } from './checked.ts';

/** The first fault of an account's `bidAdjustments` whose settings are right one by one, as a sentence. */
export function adjustmentFault({ bidAdjustments = {} }: AccountSettings): string | undefined {
  const fault = findAdjustmentFault(bidAdjustments);
  return fault && `${fault.path.reduce(memberPath, 'bidAdjustments')} ${fault.what}`;
}

/** Adds a finding for the same in `accounts.defaults`. */
export function checkAdjustments(checked: Checked): void {
  const root = ['accounts', 'defaults', 'bidAdjustments'];
  const fault = findAdjustmentFault(checked.config.accounts.defaults.bidAdjustments ?? {});
  if (fault !== undefined) breach(checked, [[...root, ...fault.path]], fault.what);
}
