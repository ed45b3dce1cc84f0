/** Decides which first-party data each bidder receives (spec 4.1.10; decisions, 'First-party data', 'bidderconfig'). */
import { namesIn, type NameOf } from '../../openrtb/bidder-names.ts';
import type { FirstPartyData, FirstPartyPatch } from '../../openrtb/first-party.ts';
import { isObject, without } from '../../openrtb/json-object.ts';
import { mergePatch } from '../../openrtb/merge-patch.ts';
import { once } from '../../openrtb/once.ts';

/** `listed` is `ext.<namespace>.data.bidders`; no two of `configs` name the same bidder. */
interface FirstPartyRules {
  readonly listed: readonly string[] | undefined;
  readonly configs: readonly FirstPartyPatch[];
  readonly nameOf: NameOf;
}

/**
 * Returns what the bidder called `name` receives. Bidders that receive the same get the same object: the given one, the one without the
 * protected blocks (for bidders that a given list does not name), or the one of a `bidderconfig` entry.
 */
export function chooseFirstPartyData(
  given: FirstPartyData,
  { listed, configs, nameOf }: FirstPartyRules,
): (name: string) => FirstPartyData {
  let stripped: FirstPartyData | undefined;
  const allowed = listed && namesIn(listed, nameOf);
  const patches = new Map(configs.flatMap((config) => config.bidders.map((name) => [name, config] as const)));
  const merged = once((config: FirstPartyPatch) => withConfig(given, config));
  return (name) => {
    if (allowed !== undefined && !allowed.has(name)) return (stripped ??= withoutProtected(given));
    const config = patches.get(name) ?? patches.get('*');
    return config === undefined ? given : merged(config);
  };
}

function withConfig(given: FirstPartyData, { ortb2 }: FirstPartyPatch): FirstPartyData {
  const changed: { [part: string]: unknown } = { ...given };
  for (const [part, patch] of Object.entries(ortb2))
    changed[part] = mergePatch(given[part as keyof FirstPartyData], patch);
  return changed;
}

/** Without the protected blocks of spec 4.1.10 and of decisions. */
function withoutProtected(given: FirstPartyData): FirstPartyData {
  const { site, app, dooh, user, device } = given;
  return {
    ...(site && { site: withoutData(site, ['content', 'ext']) }),
    ...(app && { app: withoutData(app, ['content', 'ext']) }),
    ...(dooh && { dooh: withoutData(dooh, ['content', 'ext']) }),
    ...(user && { user: without(withoutData(user, ['ext']), ['data']) }),
    ...(device && { device }),
  };
}

/** `owner` without `data` in each of its `parts`; a part left empty is removed too. */
function withoutData<T extends object>(owner: T, parts: readonly (keyof T & string)[]): T {
  let left = owner;
  for (const key of parts) {
    const part: unknown = left[key];
    if (!isObject(part) || !Object.hasOwn(part, 'data')) continue;
    const rest = without(part, ['data']);
    left = Object.keys(rest).length === 0 ? without(left, [key]) : { ...left, [key]: rest };
  }
  return left;
}
