/** Tells the host's log of stored requests and imps that no auction can be served with (issue 7: 'errors that teach'). */
import { isDeeper, maxDepth } from '../openrtb/depth.ts';
import { isObject } from '../openrtb/merge-patch.ts';
import { parsedBytes } from '../openrtb/parsed-json.ts';
import { seldomEach } from '../seldom.ts';
import { nameOf, type StoredKey } from './store.ts';
import type { StoreLog } from './watched-store.ts';

/** To look at a longer text would hold the process up. */
const longestBytes = 262_144;

const broken = `a stored text is no JSON object of at most ${maxDepth} levels: auctions that name it are refused with 400; correct it`;

/** A look at each text when it is new or has changed: a broken one is named, twenty in a minute at most. */
export function textFaults(log: Pick<StoreLog, 'warn'>): (key: StoredKey, text: Uint8Array) => void {
  const mayTell = seldomEach();
  return (key, text) => {
    if ((key.kind !== 'requests' && key.kind !== 'imps') || text.byteLength > longestBytes) return;
    const value = parsedBytes(text);
    if (isObject(value) && !isDeeper(value, maxDepth)) return;
    if (mayTell(nameOf(key))) log.warn({ stored: nameOf(key).slice(0, 200) }, broken);
  };
}
