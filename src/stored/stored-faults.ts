/** Logs stored texts that no auction can use, without letting clients fill the log (issue 7: 'errors that teach'). */
import { isDeeper, maxDepth } from '../openrtb/depth.ts';
import { isObject } from '../openrtb/json-object.ts';
import { parsedBytes } from '../openrtb/parsed-json.ts';
import { profileFaults } from '../openrtb/profile.ts';
import { seldomEach } from '../seldom.ts';
import { nameOf, type StoredKey } from './store.ts';
import type { StoreLog } from './watched-store.ts';

/** Longer texts are not checked: that would block the process. */
const longestBytes = 262_144;

const broken = `a stored text is not a JSON object of at most ${maxDepth} levels: auctions that name it are rejected with 400; correct it`;

/** Checks each text that is new or has changed and logs broken ones, twenty a minute at most. */
export function textFaults(log: Pick<StoreLog, 'warn'>): (key: StoredKey, text: Uint8Array) => void {
  const mayLog = seldomEach();
  return (key, text) => {
    if (key.kind === 'accounts' || key.kind === 'responses' || text.byteLength > longestBytes) return;
    const value = parsedBytes(text);
    const isWhole = isObject(value) && !isDeeper(value, maxDepth);
    const [fault] = isWhole && key.kind === 'profiles' ? profileFaults(value) : [];
    if (isWhole && fault === undefined) return;
    const named = { stored: nameOf(key).slice(0, 200) };
    if (mayLog(nameOf(key))) log.warn(named, fault === undefined ? broken : `a stored profile is invalid: it ${fault}`);
  };
}

/** Logs the faults of accounts that requests name: each account once a minute, twenty a minute at most. */
export function accountFaults(
  log: Pick<StoreLog, 'warn'>,
  nowMs?: () => number,
): (id: string, faults: readonly string[]) => void {
  const mayLog = seldomEach(nowMs, (leftOut) =>
    log.warn({ leftOut }, 'more stored accounts are invalid: npm run store -- validate lists them all'),
  );
  return (id, faults) => {
    if (mayLog(id))
      log.warn(
        { account: id.slice(0, 200), faults },
        'a stored account is invalid: its requests are rejected until it is fixed',
      );
  };
}
