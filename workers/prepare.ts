/**
 * The first hop: the request's bytes in, every bidder's calls out (house, 'The journey of one request').
 * Pure: the same message gives the same bytes.
 */
import type { AuctionContext } from '../src/auction/context.ts';
import type { PrepareMessage, Prepared, PrepareResult } from '../src/auction/messages.ts';
import type { AccountSettings } from '../src/config/account-settings.ts';
import { RequestError } from '../src/errors.ts';
import type { BidRequest } from '../src/openrtb/request.ts';
import { requestSvc } from '../src/openrtb/svc.ts';
import type { PrivacyChannel } from '../src/privacy/policy.ts';
import { fillDsa } from '../src/stages/prepare/fill-dsa.ts';
import { preferTypes } from '../src/stages/prepare/prefer-types.ts';
import { readUids } from '../src/stages/prepare/read-uids.ts';
import { versionHeader } from '../src/stages/prepare/version-header.ts';
import { answerUnasked } from './prepare/answer-unasked.ts';
import { askBidders } from './prepare/ask-bidders.ts';
import { auctionFacts } from './prepare/auction-facts.ts';
import type { AuctionPlugins } from './auction-plugins.ts';
import { someBugs } from './code-bug.ts';
import { BodyRoom } from './prepare/body-room.ts';
import { cachingTerms } from './prepare/caching-terms.ts';
import { Compression } from './prepare/compression.ts';
import { auctionFloors } from './prepare/floors.ts';
import { auctionPlugins } from './host-plugins.ts';
import type { HopParts, HopSinks } from './parts.ts';
import { offerImps } from './prepare/offer-imps.ts';
import { packCalls } from './prepare/pack-calls.ts';
import { AuctionPrivacy } from './prepare/privacy.ts';
import { readRequest, type RequestRead } from './prepare/read-request.ts';
import { writeContext } from './prepare/write-context.ts';

/** Builds the calls of one auction. A request that cannot be served returns its faults; only a bug throws. */
export function prepareAuction(message: PrepareMessage, parts: HopParts): PrepareResult {
  const sinks: HopSinks = { errors: new Map(), warnings: new Map(), bugs: [] };
  try {
    return prepare(message, parts, sinks);
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    return { ok: false, status: error.status, faults: error.faults, ...someBugs(sinks.bugs, undefined) };
  }
}

function prepare(message: PrepareMessage, parts: HopParts, sinks: HopSinks): PrepareResult {
  const { warnings, bugs } = sinks;
  const { namespace } = parts.config;
  const account = parts.known.of(message.account) as AccountSettings;
  const { admitted, found } = message;
  const plugged = { account: admitted.account, own: account.plugins, namespace, found, bugs };
  const plugins = parts.plugins && auctionPlugins(parts.plugins, plugged);
  const read = readRequest(message, parts, { account, warnings, plugins });
  if (read.questions !== undefined) return { ok: true, questions: read.questions, ...someBugs(bugs, read.request.id) };
  const channel = channelOf(read.request, message);
  const unasked = answerUnasked(read, message, { namespace, warnings });
  if (unasked !== undefined) return { ok: true, ...unasked, channel, ...someBugs(bugs, read.request.id) };
  return shape({ message, account, plugins, read, channel }, parts, sinks);
}

/** An auction in which bidders are asked. */
interface RunningAuction {
  readonly message: PrepareMessage;
  readonly account: AccountSettings;
  readonly plugins: AuctionPlugins | undefined;
  readonly read: RequestRead;
  readonly channel: PrivacyChannel;
}

/** Validates the request, and splits it into the calls of its bidders. */
function shape(auction: RunningAuction, parts: HopParts, sinks: HopSinks): Prepared {
  const { message, account, plugins, read, channel } = auction;
  const { config } = parts;
  const { warnings, bugs } = sinks;
  const floors = auctionFloors({ message, svc: read.svc, account, channel, warnings }, parts);
  const offer = offerImps(read, parts, { ...sinks, stored: message.stored, floors });
  // From the request that validation has repaired.
  const svc = requestSvc(offer.request, config.namespace) ?? {};
  const shared = { request: offer.request, svc, account, channel, message, nameOf: offer.nameOf, warnings };
  const privacy = new AuctionPrivacy(shared, parts.privacy);
  const request = fillDsa(offer.request, account.privacy?.dsa, privacy.isUnderGdpr);
  const env = envOf(channel);
  const cache = cachingTerms(svc, { account, config, env, imps: request.imp ?? [], warnings });
  const asked = askBidders({
    ...offer,
    request: floors?.hide(request) ?? request,
    floors: floors?.told(request),
    account,
    preferredType: preferTypes(svc.biddercontrols, account.preferredMediaType),
    auction: auctionFacts(message, { svc, channel }, parts),
    lineItems: parts.lineItems(message.lineItems),
    bidderTmaxMs: Math.max(0, message.bidderTmaxMs - (cache === null ? 0 : config.cache.expectedMs)),
    uidOf: readUids(message.arrival, parts.uidPlaces, message.nowMs),
    headers: sharedHeaders(request, message, parts),
    compression: new Compression(),
    bodyRoom: new BodyRoom(),
    privacy,
    plugins,
    ...sinks,
  });
  const { imps, find } = offer;
  const facts = { config, find, env, request, svc, account, imps, asked, cache, privacy, floors, plugins, ...sinks };
  const packed = packCalls(asked, writeContext(facts, message), parts.keepsContext === true);
  return { ...packed, privacy: privacy.seen, channel, ...someBugs(bugs, request.id) };
}

function channelOf({ app, dooh }: BidRequest, { entryPoint }: PrepareMessage): PrivacyChannel {
  if (entryPoint === 'amp') return 'amp';
  if (app !== undefined) return 'app';
  return dooh === undefined ? 'web' : 'dooh';
}

/** Where the request comes from, in the words of ad-server keys. */
function envOf(channel: PrivacyChannel): AuctionContext['env'] {
  if (channel === 'amp') return channel;
  return channel === 'app' ? 'mobile-app' : '';
}

/** Headers that every bidder gets (spec 9). */
function sharedHeaders(request: BidRequest, message: PrepareMessage, { config, server }: HopParts): string[] {
  const headers = [
    `x-${config.namespace}`,
    versionHeader(request, config.namespace, server),
    'accept-encoding',
    'gzip',
  ];
  const { gpc, hints } = message.arrival;
  if (gpc === '1') headers.push('sec-gpc', '1');
  if (hints !== undefined) headers.push(...hints);
  return headers;
}
