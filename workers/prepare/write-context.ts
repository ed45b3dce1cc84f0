/** Composes what the second hop needs from the first (house, 'a small opaque context'). */
import type { Bidder } from '../../src/adapter/contract.ts';
import type { AuctionContext } from '../../src/auction/context.ts';
import type { ContextCache, ContextEvents } from '../../src/auction/context-terms.ts';
import type { PrepareMessage } from '../../src/auction/messages.ts';
import type { AccountSettings } from '../../src/config/account-settings.ts';
import type { Config } from '../../src/config/schema.ts';
import { addWarning } from '../../src/errors.ts';
import { clientIndexes } from '../../src/openrtb/client-indexes.ts';
import { seedFor } from '../../src/openrtb/mint-ids.ts';
import { currencyOf, type BidRequest } from '../../src/openrtb/request.ts';
import type { RequestSvc } from '../../src/openrtb/svc.ts';
import { chooseCreativeChecks } from '../../src/stages/prepare/choose-creative-checks.ts';
import { chooseEvents, describeNoEvents } from '../../src/stages/prepare/choose-events.ts';
import { readDsa } from '../../src/stages/prepare/read-dsa.ts';
import type { Asked } from './asking.ts';
import type { AuctionPlugins } from '../auction-plugins.ts';
import { lifetimesOf } from './caching-terms.ts';
import { contextImp, type ImpRules } from './context-imps.ts';
import { debugTerms } from './debug-terms.ts';
import { dealTiers } from './deal-tiers.ts';
import type { AuctionFloors } from './floors.ts';
import type { OfferedImp } from './merge-imps.ts';
import { boundOwnEchoes } from './own-echoes.ts';
import type { ProblemSinks } from '../parts.ts';
import type { AuctionPrivacy } from './privacy.ts';
import { reportOf } from '../report.ts';

/** What the first hop has found out. */
interface FirstHopFacts extends ProblemSinks {
  readonly config: Config;
  /** Where the request comes from, in the words of ad-server keys. */
  readonly env: AuctionContext['env'];
  readonly request: BidRequest;
  readonly svc: RequestSvc;
  readonly account: AccountSettings;
  readonly imps: readonly OfferedImp[];
  readonly asked: Asked;
  readonly find: (name: string) => Bidder | undefined;
  readonly cache: ContextCache | null;
  readonly privacy: AuctionPrivacy;
  readonly floors: AuctionFloors | undefined;
  readonly plugins: AuctionPlugins | undefined;
}

/** Members of `ext.<namespace>` that the second hop reads. */
const settledMembers = [
  'targeting',
  'bidadjustmentfactors',
  'bidadjustments',
  'currency',
  'multibid',
  'adservertargeting',
  'passthrough',
] as const;

/** The context of one auction. */
export function writeContext(facts: FirstHopFacts, message: PrepareMessage): AuctionContext {
  const { admitted, seed } = message;
  const { request, svc, account, asked } = facts;
  const shown = debugTerms(facts, message);
  const indexes = new Map(asked.bidders.map(({ name }, at) => [name, at]));
  const creatives = chooseCreativeChecks(facts.config.validation, account.validation);
  const { namespace } = facts.config;
  const demands = demandsOf(facts, creatives, indexes);
  const adjusts = svc.bidadjustments !== undefined || account.bidAdjustments !== undefined;
  const rules = { namespace, isApp: request.app !== undefined, creatives, floors: facts.floors, adjusts };
  return {
    id: request.id ?? '',
    cur: currencyOf(request),
    tmaxrequest: admitted.tmax,
    ...shown,
    privacy: shown.debug ? facts.privacy.lines : undefined,
    resolvedrequest: shown.debug && request.test === 1 ? request : undefined,
    env: facts.env,
    returnAllBidStatus: svc.returnallbidstatus === true,
    imps: contextImps(facts, rules, indexes),
    bidders: asked.bidders,
    calls: asked.contextCalls,
    stored: asked.stored,
    svc: settledSvc(svc),
    request: svc.adservertargeting?.some(({ source }) => source === 'bidrequest') ? request : undefined,
    targetingDefaults: account.targeting ?? {},
    cache: facts.cache,
    events: eventsOf(facts, message),
    report: reportOf(facts, message),
    defaultBidLimit: account.defaultBidLimit ?? 0,
    seed: seedFor('settle', seed),
    errors: [...facts.errors],
    warnings: [...facts.warnings],
    nonbids: asked.nonbids,
    ...demands,
  };
}

function contextImps(
  { imps, warnings }: FirstHopFacts,
  rules: ImpRules,
  indexes: ReadonlyMap<string, number>,
): AuctionContext['imps'] {
  const bounded = boundOwnEchoes(imps.map((imp) => contextImp(imp, rules, indexes)));
  if (bounded.warning !== undefined) addWarning(warnings, bounded.warning);
  return bounded.imps;
}

/** What bids must meet, and what changes them. Most auctions have none of it: an absent member costs them no byte. */
function demandsOf(facts: FirstHopFacts, creatives: AuctionContext['creatives'], indexes: ReadonlyMap<string, number>) {
  const { request, svc, floors, account, plugins, config } = facts;
  const dsa = readDsa(request);
  const floored = floors?.floored;
  const { bidAdjustments, bidRounding } = account;
  const multibidIndexes = clientIndexes(svc.multibid);
  const adservertargetingIndexes = clientIndexes(svc.adservertargeting);
  return {
    ...(multibidIndexes && { multibidIndexes }),
    ...(adservertargetingIndexes && { adservertargetingIndexes }),
    ...(config.cache.tellLifetime && { lifetimes: lifetimesOf(facts) }),
    ...(svc.supportdeals === true && { dealTiers: dealTiers(facts.imps, indexes, facts) }),
    ...(dsa && { dsa }),
    ...(creatives && { creatives }),
    ...(floored && { floored }),
    ...(bidAdjustments && { bidAdjustments }),
    ...(bidRounding && { bidRounding }),
    ...(account.tellBidRank === true && { tellsRank: true as const }),
    ...(plugins && { plugins: plugins.carried }),
  };
}

function settledSvc(svc: RequestSvc): AuctionContext['svc'] {
  const settled: { [key: string]: unknown } = {};
  for (const key of settledMembers) if (svc[key] !== undefined) settled[key] = svc[key];
  return settled;
}

/** Warns a request that asks for events in vain. */
function eventsOf(facts: FirstHopFacts, message: PrepareMessage): ContextEvents | null {
  const { request, svc, account, config, warnings } = facts;
  const isEnabled = account.events?.enabled ?? config.events.enabled;
  const { channels } = account.events ?? {};
  const isScreen = request.dooh !== undefined;
  const terms = { isEnabled, channels, isScreen, account: message.admitted.account, svc, nowMs: message.nowMs };
  const none = describeNoEvents(terms);
  if (none !== undefined) addWarning(warnings, `ext.${config.namespace}.${none}`);
  return chooseEvents(terms);
}
