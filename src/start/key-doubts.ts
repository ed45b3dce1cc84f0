/** Finds a length of targeting keys that cuts different ones to the same (spec 4.1.3; decisions, 'Truncation'): values of bids are then lost. */
import type { Config } from '../config/schema.ts';
import { cutKey } from '../money/key-length.ts';

/** The names whose keys every bid has. */
const names = ['pb', 'bidder', 'size'];

/** The doubt, one sentence naming the setting and the fix; none where the keys of all enabled bidders differ. */
export function keyDoubts({ bidders, targeting, accounts: { defaults } }: Config): readonly string[] {
  const { prefix, truncateKeyLength } = { ...targeting, ...defaults.targeting };
  const codes = Object.keys(bidders).filter((code) => bidders[code]!.enabled);
  const plain = names.map((name) => `${prefix}_${name}`);
  const taken = new Map(plain.map((key) => [key, key]));
  for (const key of codes.flatMap((code) => plain.map((start) => `${start}_${code}`))) {
    const cut = cutKey(key, truncateKeyLength);
    const other = taken.get(cut);
    if (other !== undefined) {
      const place = defaults.targeting?.truncateKeyLength === undefined ? 'targeting' : 'accounts.defaults.targeting';
      const what = `so the keys ${other} and ${key} are both ${cut}`;
      return [
        `${place}.truncateKeyLength is ${truncateKeyLength}, ${what}: raise it, or choose codes that differ earlier`,
      ];
    }
    taken.set(cut, key);
  }
  return [];
}
