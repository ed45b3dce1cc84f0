/** Decides whether the bids of an auction have event addresses, and what these say (spec 6; implementation B 6; decisions, 'Events'). */
import type { ContextEvents } from '../../auction/context.ts';
import { isObject, own } from '../../openrtb/merge-patch.ts';
import type { RequestSvc } from '../../openrtb/svc.ts';

/** What the decision rests on. */
export interface EventTerms {
  /** The account has events on. */
  readonly isEnabled: boolean;
  /** The account's word on requests that say nothing of events; undefined: apps and AMP pages have them. */
  readonly channels?: { readonly [channel in 'web' | 'amp' | 'app']?: boolean } | undefined;
  /** '' for none: then nobody could be told of an event. */
  readonly account: string;
  /** Of the request with its implicit fields: those of apps and of AMP name their channel. */
  readonly svc: RequestSvc;
  /** Milliseconds since 1970. */
  readonly nowMs: number;
}

/** The events of one auction; null when the account has none. */
export function chooseEvents({ isEnabled, channels, account, svc, nowMs }: EventTerms): ContextEvents | null {
  if (!isEnabled || account === '') return null;
  const { auctiontimestamp, integration } = svc;
  return {
    account,
    timestampMs: auctiontimestamp !== undefined && auctiontimestamp > 0 ? auctiontimestamp : nowMs,
    integration: integration ?? '',
    isAsked: isAsked(svc, channels),
  };
}

/** Why a request that asks for events itself has none, in a sentence that starts with `events`; undefined for one that asks for none or has them. */
export function describeNoEvents({ isEnabled, account, svc: { events } }: EventTerms): string | undefined {
  if ((isEnabled && account !== '') || !isObject(events) || own(events, 'enabled') === false) return undefined;
  return account === ''
    ? 'events has no effect without an account: name one at publisher.id'
    : 'events has no effect: the account has none, ask this host to turn them on';
}

/** A request asks for events itself, or is from a channel that has them unless it says otherwise. */
function isAsked({ events, channel }: RequestSvc, channels: EventTerms['channels']): boolean {
  if (isObject(events)) return own(events, 'enabled') !== false;
  const name = channel?.name?.toLowerCase();
  if (name === 'app' || name === 'amp') return channels?.[name] !== false;
  return channels?.web === true;
}
