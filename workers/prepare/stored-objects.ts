/** Composes what is stored for a request: the objects of its texts, and the terms of its profiles. */
import type { PrepareMessage, StoredText } from '../../src/auction/messages.ts';
import type { AccountSettings } from '../../src/config/account-settings.ts';
import type { JsonObject } from '../../src/openrtb/json-object.ts';
import { nodeAt } from '../../src/openrtb/node-at.ts';
import { textOf } from '../../src/openrtb/parsed-json.ts';
import type { StoredProfiles } from '../../src/openrtb/profile-finder.ts';
import { mergeProfiles } from '../../src/stages/prepare/merge-profiles.ts';
import type { StoredObjects } from '../../src/stages/prepare/merge-stored.ts';
import { failOn } from './fail-on.ts';
import type { HopParts } from '../parts.ts';

/** What is stored of one kind, by id, as `read` returns it. */
export function storedById<T>(
  stored: readonly StoredText[],
  kind: StoredText['kind'],
  read: (text: Uint8Array) => T,
): ReadonlyMap<string, T> {
  const found = new Map<string, T>();
  for (const one of stored) if (one.kind === kind) found.set(one.id, read(one.text));
  return found;
}

/** The parameter that names the stored request. */
const parameters = { amp: 'tag_id', get: 'srid' } as const;

/** The stored requests and imps of a message, and how many imps its account may have. */
export function storedObjects(
  { stored, entryPoint }: PrepareMessage,
  { known, defaults, config }: Pick<HopParts, 'known' | 'defaults' | 'config'>,
  account: AccountSettings,
): StoredObjects {
  const objectOf = (text: Uint8Array): JsonObject | undefined => known.of(textOf(text));
  const requests = storedById(stored, 'requests', objectOf);
  const imps = storedById(stored, 'imps', objectOf);
  // Only one imp of a GET auction takes part: what others name is not looked up.
  const maxImps = entryPoint === 'get' ? 1 : Math.min(config.auction.maxImps, account.maxImps ?? Infinity);
  return { requests, imps, maxImps, defaults, ...(entryPoint !== '' && { parameter: parameters[entryPoint] }) };
}

/** A request as the client sent it, and with its stored parts merged in; its account's settings, and the collector of warnings. */
interface RequestStates {
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
  const terms: StoredProfiles = {
    profiles: storedById(stored, 'profiles', (text) => known.of(textOf(text))),
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
