/** Composes what is stored for a request: the objects of its texts, and the terms of its profiles. */
import type { PrepareMessage } from '../src/auction/messages.ts';
import type { AccountSettings } from '../src/config/account-settings.ts';
import type { JsonObject } from '../src/openrtb/merge-patch.ts';
import { nodeAt } from '../src/openrtb/node-at.ts';
import { textOf } from '../src/openrtb/parsed-json.ts';
import type { StoredProfiles } from '../src/openrtb/profile-finder.ts';
import { mergeProfiles } from '../src/stages/prepare/merge-profiles.ts';
import type { StoredObjects } from '../src/stages/prepare/merge-stored.ts';
import { failOn } from './fail-on.ts';
import type { HopParts } from './parts.ts';

/** The parameter that names the stored request. */
const parameters = { amp: 'tag_id', get: 'srid' } as const;

/** The stored requests and imps of a message, and how many imps its account may have. */
export function storedObjects(
  { stored, entryPoint }: PrepareMessage,
  { known, defaults, config }: Pick<HopParts, 'known' | 'defaults' | 'config'>,
  account: AccountSettings,
): StoredObjects {
  const requests = new Map<string, JsonObject | undefined>();
  const imps = new Map<string, JsonObject | undefined>();
  for (const { kind, id, text } of stored) {
    if (kind === 'requests' || kind === 'imps') (kind === 'imps' ? imps : requests).set(id, known.of(textOf(text)));
  }
  // Only one imp of a GET auction takes part: what others name is not looked up.
  const maxImps = entryPoint === 'get' ? 1 : Math.min(config.auction.maxImps, account.maxImps ?? Infinity);
  return { requests, imps, maxImps, defaults, ...(entryPoint !== '' && { parameter: parameters[entryPoint] }) };
}

/** A request as the client sent it, and with its stored parts merged in; its account's settings, and the collector of warnings. */
export interface RequestStates {
  readonly live: unknown;
  readonly merged: unknown;
  readonly account: AccountSettings;
  readonly warn: (text: string) => void;
}

/** The merged request with its profiles. Throws a `RequestError` that names unusable ones. */
export function withProfiles(
  { live, merged, account, warn }: RequestStates,
  { entryPoint, admitted, stored }: PrepareMessage,
  { known, config }: Pick<HopParts, 'known' | 'config'>,
): unknown {
  const { namespace, auction, validation } = config;
  const isGet = entryPoint === 'get';
  const ofImp = isGet ? nodeAt(live, ['ext', namespace, 'impprofiles']) : undefined;
  const profiles = new Map<string, JsonObject | undefined>();
  for (const { kind, id, text } of stored) if (kind === 'profiles') profiles.set(id, known.of(textOf(text)));
  const terms: StoredProfiles = {
    profiles,
    account: admitted.account,
    most: account.maxProfiles ?? auction.maxProfiles,
    rejects: validation.unknownProfile === 'reject',
    ...(isGet && { address: { isNaming: nodeAt(live, ['ext', namespace, 'profiles']) !== undefined, ofImp } }),
  };
  const { request, faults, warnings } = mergeProfiles(merged, terms, namespace);
  failOn(faults);
  for (const text of warnings) warn(text);
  return request;
}
