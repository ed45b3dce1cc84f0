/** The interface of an analytics module (issue 3, item 5): it takes events as JSON lines, and never makes its caller wait. */
import type { analyticsModules } from '../config/name-rules.ts';

/** The name of a module, as activity rules use it (implementation A 7, 'Activities'). */
export type ModuleName = (typeof analyticsModules)[number];

/** One destination of events. */
export interface AnalyticsModule {
  readonly name: ModuleName;
  /** Events lost so far, because the queue was full or the destination did not take them. */
  readonly dropped: number;
  /** Queues one event: one line of JSON with its line end. Returns at once and never throws; if the queue is full, the event is lost. */
  take(line: Uint8Array): void;
  /** Delivers queued events within two seconds, and releases all resources. */
  close(): Promise<void>;
}
