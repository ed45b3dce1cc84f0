/** Decides which id of the browser's cookie is a bidder's own (spec 4.1.5, step 3): that under its sync key. */
import { isObject, own } from '../../openrtb/merge-patch.ts';

/**
 * The id of the bidder configured as a code, out of `text` (JSON of ids by sync key, '' for none); `keys` has the sync key of
 * every configured code.
 */
export function readUids(text: string, keys: ReadonlyMap<string, string>): (configured: string) => string | undefined {
  if (text === '') return noUid;
  const json: unknown = JSON.parse(text);
  const ids = isObject(json) ? json : {};
  return (configured) => {
    const uid = own(ids, keys.get(configured) ?? configured);
    return typeof uid === 'string' && uid !== '' ? uid : undefined;
  };
}

function noUid(): undefined {
  return undefined;
}
