/** Decides whether the bids of an auction have event addresses, and what these say (spec 6; implementation B 6; decisions, 'Events'). */
import type { ContextEvents } from '../../auction/context.ts';
import { isObject, own } from '../../openrtb/merge-patch.ts';
import type { RequestSvc } from '../../openrtb/svc.ts';

/** What the decision rests on. */
export interface EventTerms {
  /** The account has events on. */
  readonly isEnabled: boolean;
  /** '' for none: then nobody could be told of an event. */
  readonly account: string;
  readonly svc: RequestSvc;
  /** Where the request came from, if it names no channel. */
  readonly platform: 'app' | 'amp' | 'web';
  /** Milliseconds since 1970 at arrival. */
  readonly nowMs: number;
}

/** The events of one auction; null when the account has none. */
export function chooseEvents({ isEnabled, account, svc, platform, nowMs }: EventTerms): ContextEvents | null {
  if (!isEnabled || account === '') return null;
  const { auctiontimestamp, integration } = svc;
  return {
    account,
    timestampMs: auctiontimestamp !== undefined && auctiontimestamp > 0 ? auctiontimestamp : nowMs,
    integration: integration ?? '',
    isAsked: isAsked(svc, platform),
  };
}

/** A request asks for events itself, or is from a channel that has them unless it says otherwise: apps and AMP. */
function isAsked({ events, channel }: RequestSvc, platform: EventTerms['platform']): boolean {
  if (isObject(events)) return own(events, 'enabled') !== false;
  const name = channel?.name?.toLowerCase() ?? '';
  return name === '' ? platform !== 'web' : name === 'app' || name === 'amp';
}
