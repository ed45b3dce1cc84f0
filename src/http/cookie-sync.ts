/** `POST /cookie_sync` (spec 4.2; decisions, 'User sync'): lists the bidders' pixels that the browser should load. */
import { OverloadError, RequestError } from '../errors.ts';
import { tcfSection } from '../openrtb/gdpr-in-gpp.ts';
import { tcfTrouble } from '../privacy/consent.ts';
import { gppUsPrivacy } from '../privacy/us-opt-out.ts';
import { isStoredId } from '../stored/store.ts';
import { chooseSyncs, type Rejection, type Sync } from '../usersync/choose-syncs.ts';
import { readSyncRequest, type SyncRequest } from '../usersync/read-sync-request.ts';
import type { SyncSignals } from '../usersync/sync-signals.ts';
import { fillPage } from '../usersync/sync-url.ts';
import { encodeValues, type SyncValues } from '../usersync/sync-values.ts';
import type { SyncBidder } from '../usersync/syncers.ts';
import type { Exchange, Route } from './exchange.ts';
import { Parts } from './parts.ts';
import type { SyncAccount } from './sync-account.ts';
import { browserIds, privateHeaders, privateJson, privateText, type SyncParts } from './sync-parts.ts';
import { needConsent, readPrivacy, type SyncPrivacy } from './sync-privacy.ts';

/** Why privacy forbids a sync with the bidder, worded to follow its name; undefined when it does not. */
function denialOf(bidder: SyncBidder, { allowsHost, permission, signals }: SyncPrivacy): string | undefined {
  const byTcf = (lack: string): string => `is forbidden by TCF: ${tcfTrouble(signals) || lack}`;
  if (!allowsHost) return byTcf('no consent to cookies of this host');
  switch (permission(bidder)) {
    case 'allowed':
      return undefined;
    case 'activity':
      return 'is forbidden by the activity syncUser';
    case 'us_privacy':
      return 'is forbidden by an opt-out in us_privacy or gpp';
    case 'tcf':
      if (!bidder.gvlVendorId) return 'is forbidden by TCF: the host has not set its gvlVendorId';
      return byTcf('no consent to purpose 1 for it');
  }
}

/** The route of `/cookie_sync`. */
export function cookieSyncRoute(parts: SyncParts): Route {
  return {
    method: 'POST',
    path: '/cookie_sync',
    cors: 'credentials',
    body: true,
    yields: true,
    faultHeaders: privateHeaders,
    onUnread: (exchange, error) => noteUnread(exchange, error, parts),
    handle: (exchange) => answer(exchange, parts),
  };
}

/** Counts and reports a sync request refused with `error` before its body was read; in overload it is only counted. */
function noteUnread(exchange: Exchange, error: unknown, parts: SyncParts): void {
  const status = error instanceof RequestError ? error.status : 500;
  parts.syncTally.addCookieSync(status);
  if (error instanceof OverloadError) return;
  parts.tell({ kind: 'cookie_sync', status, bidders: [] }, readSyncRequest('{}').request, exchange);
}

async function answer(exchange: Exchange, parts: SyncParts): Promise<void> {
  const { request, faults } = readSyncRequest(Buffer.from(exchange.body).toString());
  let bidders: readonly string[] = [];
  exchange.onAnswered((status) => {
    parts.syncTally.addCookieSync(status);
    parts.tell({ kind: 'cookie_sync', status, bidders }, request, exchange);
  });
  const { optedOut, uids } = browserIds(exchange, parts);
  if (optedOut) {
    exchange.answer(401, privateText, 'the user opted out\n');
    return;
  }
  if (isUnreadable(request.signals.values, parts)) faults.push('gpp is not a GPP string: correct it, or leave it out');
  if (faults.length > 0) throw new RequestError(400, faults);
  const account = await parts.accounts.find(request.account);
  const privacy = readPrivacy({ signals: request.signals, gpc: exchange.header('sec-gpc') }, account.policy, parts);
  if (privacy.signals.gdpr) needConsent(privacy.signals);
  const { syncs, rejections } = choose({ request, account, privacy, uids }, parts);
  parts.syncTally.addFates([...syncs, ...rejections.filter(({ code }) => code !== '')]);
  const body = write({ hasIds: uids.size > 0, syncs, request, rejections, account }, parts);
  bidders = syncs.map(({ bidder }) => bidder);
  exchange.answer(200, privateJson, body);
}

function isUnreadable({ gpp }: SyncValues, { reader }: SyncParts): boolean {
  return gpp !== '' && reader.gpp(gpp) === undefined;
}

/** The values for sync URLs. GPP takes precedence, so the older parameters are filled from it for bidders that do not read GPP. */
function urlValues({ values, gdpr, gppSid }: SyncSignals, { reader }: SyncParts): SyncValues {
  const filled = { ...values, gdpr: gdpr === undefined ? '' : String(gdpr) };
  const sections = values.gpp === '' ? undefined : reader.gpp(values.gpp);
  if (sections === undefined) return filled;
  return {
    ...filled,
    gdprConsent: sections.get(tcfSection) || values.gdprConsent,
    usPrivacy: gppUsPrivacy(sections, gppSid) || values.usPrivacy,
  };
}

interface ChooseInput {
  readonly request: SyncRequest;
  readonly account: SyncAccount;
  readonly privacy: SyncPrivacy;
  readonly uids: ReadonlyMap<string, string>;
}

function choose({ request, account, privacy, uids }: ChooseInput, parts: SyncParts): ReturnType<typeof chooseSyncs> {
  if (!privacy.allowsHost && !request.debug) return { syncs: [], rejections: [] };
  const { userSync, syncers, random } = parts;
  const { defaultLimit = userSync.defaultLimit, maxLimit = 0, priorityGroups } = account.cookieSync;
  const wish = {
    bidders: request.bidders,
    coopSync: request.coopSync ?? account.cookieSync.coopSync ?? userSync.coopSync,
    limit: leastLimit([request.limit ?? defaultLimit, maxLimit, userSync.maxLimit]),
    filter: request.filter,
    debug: request.debug,
  };
  return chooseSyncs(wish, {
    syncers,
    priorityGroups: priorityGroups ?? userSync.priorityGroups,
    uids,
    // GDPR may apply even if the client does not say so.
    signals: { ...request.signals, gdpr: privacy.signals.gdpr ? 1 : request.signals.gdpr },
    switchedOff: account.switchedOff,
    denial: (bidder) => denialOf(bidder, privacy),
    random,
  });
}

/** The smallest positive limit; 0 when there is none. */
function leastLimit(limits: readonly number[]): number {
  const real = limits.filter((limit) => limit > 0);
  return real.length === 0 ? 0 : Math.min(...real);
}

interface BodyInput {
  readonly hasIds: boolean;
  readonly syncs: readonly Sync[];
  readonly request: SyncRequest;
  readonly rejections: readonly Rejection[];
  readonly account: Pick<SyncAccount, 'returns'>;
}

/** The body, in parts: with every bidder's URL and long consent strings in each, it may have ten million bytes. */
function write({ hasIds, syncs, request, rejections, account: { returns } }: BodyInput, parts: SyncParts): Parts {
  // An id of unbounded length would be repeated in every URL.
  const id = isStoredId(request.account) ? request.account : '';
  const encoded = encodeValues(urlValues(request.signals, parts), { id, returns });
  const texts = [`{"status":"${hasIds ? 'ok' : 'no_cookie'}","bidder_status":[`];
  for (const { bidder, type, page } of syncs) {
    if (texts.length > 1) texts.push(',');
    texts.push(`{"bidder":${JSON.stringify(bidder)},"no_cookie":true,"usersync":{"url":"`, ...fillPage(page, encoded));
    texts.push(`","type":"${type}","supportCORS":${page.supportCORS}}}`);
  }
  const debug = JSON.stringify(rejections.map(({ bidder, error }) => ({ bidder, error })));
  texts.push(request.debug ? `],"debug":${debug}}` : ']}');
  return new Parts(texts);
}
