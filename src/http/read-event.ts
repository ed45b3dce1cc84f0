/** Reads an event URL (implementation B 6; implementation A 6 for `t=vast`). */
import type { Notification } from '../analytics/events.ts';
import { RequestError } from '../errors.ts';
import { integrationFault } from '../stages/settle/event-url.ts';

/** An event as stated by its URL. */
export interface AddressedEvent {
  readonly notification: Notification;
  /** Answered with an image instead of an empty body. */
  readonly isImage: boolean;
  /** The event is reported to analytics. */
  readonly counts: boolean;
}

const types = new Set(['win', 'imp', 'vast']);
const progress = new Set(['start', 'firstQuartile', 'midPoint', 'thirdQuartile', 'complete']);

/**
 * Reads the event from the query. The first of repeated parameters counts, and empty ones count as absent. Throws a `RequestError` 400 with
 * every fault.
 */
export function readEvent(query: URLSearchParams): AddressedEvent {
  const text = (name: string): string => query.get(name) ?? '';
  const faults = [...faultsOf(text)];
  if (faults.length > 0) throw new RequestError(400, faults);
  const timestamp = text('ts');
  const notification: Notification = {
    kind: 'notification',
    type: text('t'),
    bidId: text('b'),
    account: text('a'),
    bidder: text('bidder') || undefined,
    auctionId: text('aid') || undefined,
    auctiontimestamp: timestamp === '' ? undefined : Number(timestamp),
    integration: text('int') || undefined,
    vtype: text('vtype') || undefined,
  };
  return { notification, isImage: text('f') === 'i', counts: text('x') !== '0' };
}

function* faultsOf(text: (name: string) => string): Generator<string> {
  if (!types.has(text('t'))) yield 't must be win, imp or vast: say which event this is';
  if (text('b').trim() === '') yield 'b is missing: name the bid';
  const vtype = text('vtype');
  if (text('t') === 'vast' ? !progress.has(vtype) : vtype !== '') {
    yield `vtype must be one of ${[...progress].join(', ')} with t=vast, and absent otherwise`;
  }
  const timestamp = text('ts');
  if (timestamp !== '' && !/^-?\d{1,15}$/.test(timestamp)) yield 'ts must be a whole number of milliseconds';
  if (!['', 'b', 'i'].includes(text('f'))) yield 'f must be b for a beacon or i for an image';
  if (!['', '0', '1'].includes(text('x'))) yield 'x must be 0 or 1';
  const fault = integrationFault(text('int'));
  if (fault !== undefined) yield fault;
}
