/** What an analytics module is (issue 3, item 5): something that takes events as JSON lines, and never makes anybody wait. */
import type { analyticsModules } from '../config/name-rules.ts';

/** The name of a module, by which activity rules know it (implementation A 7, 'Activities'). */
export type ModuleName = (typeof analyticsModules)[number];

/** One destination of events. */
export interface AnalyticsModule {
  readonly name: ModuleName;
  /** Events lost so far: too many waited, or the destination did not take them. */
  readonly dropped: number;
  /** Takes one event, one line of JSON with its line end. Returns at once and never throws; over its bounds the event is lost. */
  take(line: Uint8Array): void;
  /** Delivers what waits, within two seconds, and frees everything. */
  close(): Promise<void>;
}
