/** Composes native markup that clients can read: without an outer object and, for apps, with the types that their request asked for. */
import type { JsonObject } from '../../src/openrtb/json-object.ts';
import { once } from '../../src/openrtb/once.ts';
import { fillAssetTypes, readAssets } from '../../src/stages/settle/fill-asset-types.ts';
import { unwrapNative } from '../../src/stages/settle/unwrap-native.ts';

/** Returns a native bid with such markup; the native `request` of its imp is read once for all bids on the imp. */
export function clientNative(): (bid: JsonObject, request: string | undefined) => JsonObject {
  const assetsOf = once(readAssets);
  return (bid, request) => {
    const { adm } = bid;
    if (typeof adm !== 'string') return bid;
    const bare = unwrapNative(adm);
    const whole = request ? fillAssetTypes(bare, assetsOf(request)) : bare;
    return whole === adm ? bid : { ...bid, adm: whole };
  };
}
