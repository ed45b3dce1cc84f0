/** Rules between the settings of one price adjustment (implementations A 2.1, B 4): the limit and the currency that its kind requires. */
import { findAdjustmentFault } from '../money/bid-adjustments.ts';
import { memberPath } from '../openrtb/findings.ts';
import type { AccountSettings } from './account-settings.ts';
import { breach, type Checked } from './checked.ts';

/** The first fault between an account's `bidAdjustments`, whose single values are valid, as a sentence. */
export function adjustmentFault({ bidAdjustments = {} }: AccountSettings): string | undefined {
  const fault = findAdjustmentFault(bidAdjustments);
  return fault && `${fault.path.reduce(memberPath, 'bidAdjustments')} ${fault.what}`;
}

/** Adds the same fault of `accounts.defaults` to the findings. */
export function checkAdjustments(checked: Checked): void {
  const root = ['accounts', 'defaults', 'bidAdjustments'];
  const fault = findAdjustmentFault(checked.config.accounts.defaults.bidAdjustments ?? {});
  if (fault !== undefined) breach(checked, [[...root, ...fault.path]], fault.what);
}
