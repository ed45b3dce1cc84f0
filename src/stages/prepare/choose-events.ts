/** Decides whether an auction's bids have event URLs, and what these say (spec 6; implementation B 6; decisions, 'Events'). */
import type { ContextEvents } from '../../auction/context-terms.ts';
import { isObject, own } from '../../openrtb/json-object.ts';
import type { RequestSvc } from '../../openrtb/svc.ts';

/** What the decision depends on. */
export interface EventTerms {
  /** Whether the account has events switched on. */
  readonly isEnabled: boolean;
  /** The account's setting for requests that do not mention events; undefined: apps and AMP pages have them. */
  readonly channels?: { readonly [channel in 'web' | 'amp' | 'app' | 'dooh']?: boolean } | undefined;
  /** True for a digital out-of-home screen, whose channel is then `dooh` unless the request names one. */
  readonly isScreen?: boolean;
  /** '' for none: then events could be reported to nobody. */
  readonly account: string;
  /** From the request with its implicit fields, which name the channel of apps and AMP pages. */
  readonly svc: RequestSvc;
  /** Milliseconds since 1970. */
  readonly nowMs: number;
}

/** The events of one auction; null when the account has none. */
export function chooseEvents(terms: EventTerms): ContextEvents | null {
  const { isEnabled, account, svc, nowMs } = terms;
  if (!isEnabled || account === '') return null;
  const { auctiontimestamp, integration } = svc;
  return {
    account,
    timestampMs: auctiontimestamp !== undefined && auctiontimestamp > 0 ? auctiontimestamp : nowMs,
    integration: integration ?? '',
    isAsked: isAsked(terms),
  };
}

/** Why a request that asks for events gets none, in a sentence that starts with `events`; undefined if it asks for none, or gets them. */
export function describeNoEvents({ isEnabled, account, svc: { events } }: EventTerms): string | undefined {
  if ((isEnabled && account !== '') || !isObject(events) || own(events, 'enabled') === false) return undefined;
  return account === ''
    ? 'events has no effect without an account: name one at publisher.id'
    : 'events has no effect: events are off for the account, ask this host to turn them on';
}

/** Whether a request asks for events, or comes from a channel that has them by default. */
function isAsked({ svc: { events, channel }, channels = {}, isScreen = false }: EventTerms): boolean {
  if (isObject(events)) return own(events, 'enabled') !== false;
  const name = channel?.name?.toLowerCase() || (isScreen ? 'dooh' : 'web');
  if (name === 'app' || name === 'amp') return channels[name] !== false;
  return (name === 'dooh' ? channels.dooh : undefined) ?? channels.web === true;
}
