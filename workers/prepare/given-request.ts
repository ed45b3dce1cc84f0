/** Composes the request as it was sent: parsed, merged with what is stored, typed, checked against admission, filled (house, `prepare`). */
import type { PrepareMessage } from '../../src/auction/messages.ts';
import type { AccountSettings } from '../../src/config/account-settings.ts';
import type { Config } from '../../src/config/schema.ts';
import { addWarning, type Problems } from '../../src/errors.ts';
import type { JsonObject } from '../../src/openrtb/json-object.ts';
import { mintIds, seedFor } from '../../src/openrtb/mint-ids.ts';
import { textOf } from '../../src/openrtb/parsed-json.ts';
import type { BidRequest } from '../../src/openrtb/request.ts';
import { parseRequest, restoreData } from '../../src/openrtb/unread-data.ts';
import { boundMembers } from '../../src/stages/prepare/bound-members.ts';
import { checkTypes, type TypedRequest } from '../../src/stages/prepare/check-types.ts';
import { doubtRequest } from '../../src/stages/prepare/doubt-request.ts';
import { fillDefaults } from '../../src/stages/prepare/fill-defaults.ts';
import { fillDevice } from '../../src/stages/prepare/fill-device.ts';
import { fillLmt } from '../../src/stages/prepare/fill-lmt.ts';
import { fillSite } from '../../src/stages/prepare/fill-site.ts';
import { namesProfiles } from '../../src/stages/prepare/merge-profiles.ts';
import { mergeStored, type StoredObjects } from '../../src/stages/prepare/merge-stored.ts';
import { moveData } from '../../src/stages/prepare/move-data.ts';
import { normalizePlaces } from '../../src/stages/prepare/normalize-places.ts';
import { differs, readAdmitted } from '../../src/stages/prepare/read-admitted.ts';
import { ampRequest } from './amp-request.ts';
import { failOn } from './fail-on.ts';
import { getRequest } from './get-request.ts';
import type { AuctionPlugins } from '../auction-plugins.ts';
import type { HopParts } from '../parts.ts';
import { storedObjects, withProfiles } from './stored-objects.ts';

/** Adds a warning, with the usual code when none is stated. */
type Warn = (text: string, code?: number) => void;

/** The account's settings, the collector of warnings, and the plugins that may change the request. */
export interface ReadTerms {
  readonly account: AccountSettings;
  readonly warnings: Problems;
  readonly plugins: AuctionPlugins | undefined;
}

/** The request before plugins may change it. Throws a `RequestError` with every fault of the first step that finds one. */
export function givenRequest(message: PrepareMessage, parts: HopParts, terms: ReadTerms): BidRequest {
  const { warnings, plugins } = terms;
  const { namespace } = parts.config;
  const warn: Warn = (text, code) => addWarning(warnings, text, code);
  // Whoever reads the response may read the request, which the response may quote.
  const isRead = plugins?.isAskedAt('question', 'auctionRequest', 'bidderRequest', 'auctionResponse') === true;
  const live = parseRequest(textOf(message.body), !isRead);
  const stored = storedObjects(message, parts, terms.account);
  const merged = mergeStored(live.value, stored, namespace);
  failOn(merged.faults);
  for (const text of merged.warnings) warn(text);
  const whole =
    message.entryPoint === 'get' || namesProfiles(merged.request, namespace)
      ? withProfiles({ live: live.value, merged: merged.request, account: terms.account, warn }, message, parts)
      : merged.request;
  const typed = typedRequest(whole, parts.config, warn);
  for (const { code, message: text } of typed.warnings) warn(text, code);
  failOn(readAdmitted(typed.request, message.admitted, namespace).map(differs));
  for (const { code, message: text } of doubtRequest(typed.request)) warn(text, code);
  const { arrival, entryPoint } = message;
  const sent = restoreData(typed.request, live);
  // Before the steps below copy them.
  failOn(boundMembers(sent, namespace));
  const request = entryPoint === '' ? sent : addressed(sent, entryPoint, { stored, namespace, warn });
  // An AMP page is fetched by a page cache, and a player runs in its own frame: the stated URL of the page says more than the `Referer`.
  const referer = entryPoint !== '' && request.site?.page ? '' : arrival.referer;
  const seen = fillSite(fillDevice(normalizePlaces(request, namespace), arrival), referer);
  const integration = terms.account.defaultIntegration;
  const server = parts.config.auction.tellServer ? serverFacts(parts.config) : undefined;
  const mintId = mintIds(seedFor('request', message.seed));
  const rules = { namespace, https: arrival.https, integration, server, mintId };
  const filled = fillDefaults(fillLmt(seen), rules);
  for (const text of filled.warnings) warn(text);
  return filled.request;
}

/** The request with OpenRTB's types; the host decides whether wrong ones are repaired. */
function typedRequest(whole: unknown, { namespace, validation }: Config, warn: Warn): TypedRequest {
  const repairs = validation.wrongTypes === 'repair';
  const moved = repairs ? moveData(whole, namespace) : { request: whole, warnings: [] };
  for (const text of moved.warnings) warn(text);
  const typed = checkTypes(moved.request, namespace, repairs);
  failOn(typed.faults);
  return typed;
}

/** What implementations A and B tell bidders about the host at `ext.<namespace>.server`. */
function serverFacts({ externalUrl, dataCenter, privacy }: Config): JsonObject {
  return { externalurl: externalUrl, gvlid: privacy.gdpr.hostVendorId, datacenter: dataCenter };
}

/** What the parameters of a URL are applied to, and the collector of warnings. */
interface AddressTerms {
  readonly stored: StoredObjects;
  readonly namespace: string;
  readonly warn: Warn;
}

/** The request with the parameters of its URL applied. */
function addressed(
  request: BidRequest,
  entryPoint: 'amp' | 'get',
  { stored, namespace, warn }: AddressTerms,
): BidRequest {
  const [base] = stored.requests.values();
  const under = [base, stored.defaults];
  const page = entryPoint === 'amp' ? ampRequest(request, namespace) : getRequest(request, { namespace, under });
  failOn(page.faults);
  for (const text of page.warnings) warn(text);
  return page.request;
}
