/** Decides which first-party data each bidder receives (spec 4.1.10; decisions, 'First-party data', 'bidderconfig'). */
import { isNamed, type NameOf } from '../../openrtb/bidder-names.ts';
import { isObject, mergePatch } from '../../openrtb/merge-patch.ts';
import type { BidRequest } from '../../openrtb/request.ts';
import type { BidderConfig } from '../../openrtb/svc.ts';

/** The parts of a request that first-party data stand in. */
export type FirstPartyData = Pick<BidRequest, 'site' | 'app' | 'dooh' | 'user' | 'device'>;

/** `listed` are `ext.<namespace>.data.bidders`; `configs` are `bidderconfig`, with 2.5 places moved. */
export interface FirstPartyRules {
  readonly listed: readonly string[] | undefined;
  readonly configs: readonly BidderConfig[];
  readonly nameOf: NameOf;
}

/**
 * What the bidder called `name` receives. Bidders that receive the same get the same object: the given one, the one without
 * the protected blocks (for those that a present list does not name), or the one of a `bidderconfig` entry.
 */
export function chooseFirstPartyData(
  given: FirstPartyData,
  { listed, configs, nameOf }: FirstPartyRules,
): (name: string) => FirstPartyData {
  let open: FirstPartyData | undefined;
  const merged = new Map<BidderConfig, FirstPartyData>();
  return (name) => {
    if (listed !== undefined && !isNamed(listed, name, nameOf)) return (open ??= withoutProtected(given));
    const config = configs.length === 0 ? undefined : configOf(configs, name, nameOf);
    if (config === undefined) return given;
    const known = merged.get(config);
    if (known !== undefined) return known;
    const made = withConfig(given, config);
    merged.set(config, made);
    return made;
  };
}

/** The bidder's own entry, else the one for all. */
function configOf(configs: readonly BidderConfig[], name: string, nameOf: NameOf): BidderConfig | undefined {
  return (
    configs.find(({ bidders }) => isNamed(bidders, name, nameOf)) ??
    configs.find(({ bidders }) => bidders?.includes('*'))
  );
}

const mergedParts = ['site', 'app', 'dooh', 'user', 'device'] as const;

/** Inventory that the request does not have is not made up: it would be a second one. */
function withConfig(given: FirstPartyData, { config }: BidderConfig): FirstPartyData {
  const changed: { [part: string]: unknown } = {};
  for (const part of mergedParts) {
    const patch = config?.ortb2?.[part];
    if (patch === undefined || (given[part] === undefined && part !== 'user' && part !== 'device')) continue;
    changed[part] = mergePatch(given[part], patch);
  }
  return { ...given, ...changed };
}

/** Without the blocks of spec 4.1.10 and of decisions. */
function withoutProtected(given: FirstPartyData): FirstPartyData {
  const { site, app, dooh, user, device } = given;
  return {
    ...(site && { site: withoutData(site, ['content', 'ext']) }),
    ...(app && { app: withoutData(app, ['content', 'ext']) }),
    ...(dooh && { dooh: withoutData(dooh, ['content', 'ext']) }),
    ...(user && { user: withoutMember(withoutData(user, ['ext']), 'data') }),
    ...(device && { device }),
  };
}

/** `owner` without `data` in each of its `parts`; a part that nothing is left in goes too. */
function withoutData<T extends object>(owner: T, parts: readonly (keyof T & string)[]): T {
  let left = owner;
  for (const key of parts) {
    const part: unknown = left[key];
    if (!isObject(part) || !Object.hasOwn(part, 'data')) continue;
    const rest = withoutMember(part, 'data');
    left = Object.keys(rest).length === 0 ? withoutMember(left, key) : { ...left, [key]: rest };
  }
  return left;
}

function withoutMember<T extends object>(owner: T, key: keyof T & string): T {
  if (!Object.hasOwn(owner, key)) return owner;
  const { [key]: _, ...rest } = owner;
  return rest as unknown as T;
}
