/** Checks the settings of one account, as an account file or a store gives them (interface, `accounts`). */
import { accountSchema, type AccountSettings } from './account-settings.ts';
import { adjustmentFault } from './adjustment-rule.ts';
import { readSettings, type SettingFindings } from './read-settings.ts';
import { treeOf } from './tree.ts';

/** The most faults reported at once. */
const maxFaults = 20;

/**
 * The faults of `json` as an account's settings (AccountSettings), one sentence each; empty when it is good. Never throws on parsed JSON.
 */
export function checkAccount(json: unknown): readonly string[] {
  const findings: SettingFindings = { whole: 'the account', faults: [], faulty: new Set() };
  const account = readSettings(accountSchema, treeOf(json), findings) as AccountSettings | undefined;
  const fault = findings.faults.length === 0 && account !== undefined ? adjustmentFault(account) : undefined;
  return fault === undefined ? findings.faults.slice(0, maxFaults) : [fault];
}
