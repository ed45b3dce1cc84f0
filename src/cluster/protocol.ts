/** The messages between a primary and one of its workers (issue 7, item 1); channel.ts has those between all processes. */
import type { ConfigFile } from '../config-file.ts';
import type { ListenAddress } from '../http/free-port.ts';

/** A worker's instructions for its start; `held` is the address that other processes of the service listen on, null for none. */
export interface StartOrder {
  readonly file: ConfigFile;
  readonly held: ListenAddress | null;
  /** This worker logs, for all processes, what is doubtful in the configuration. */
  readonly tellsDoubts: boolean;
}

/** What a listening process reports about itself and its configuration; `port` is the one it listens on. */
export interface Listening extends ListenAddress {
  /** How many processes the service should have. */
  readonly processes: number;
  /** How long the port stays open after a process is asked to leave, and the longest it may take to end, in milliseconds. */
  readonly delayMs: number;
  readonly leaveMs: number;
  /** Absent if the process's code is older than the primary's. */
  readonly ofPrimary?: PrimarySettings;
}

/** The settings that the primary itself uses, by name: it reads them when it is started, and never again. */
export type PrimarySettings = Readonly<Record<'admin.host' | 'admin.port' | 'log.level', string | number>>;

/** The names of the settings in which `now` differs from `begun`; none if either is unknown. */
export function changedNames(begun: PrimarySettings | undefined, now: PrimarySettings | undefined): string[] {
  if (begun === undefined || now === undefined) return [];
  return Object.entries(begun).flatMap(([name, value]) => (value === now[name as keyof PrimarySettings] ? [] : [name]));
}

/** A message from the primary to a worker. `isLast` as in `Leave`. */
export type PrimaryMessage =
  | { readonly gavel: 'start'; readonly order: StartOrder }
  | { readonly gavel: 'leave'; readonly isLast: boolean }
  | { readonly gavel: 'ask pulse' };

/**
 * A message from a worker to the primary, whose code may be of another version: ready for its instructions, listening, unable to start, or
 * still alive.
 */
export type WorkerMessage =
  | { readonly gavel: 'ready' }
  | { readonly gavel: 'listening'; readonly serving: Listening }
  | { readonly gavel: 'refused'; readonly faults: readonly string[] }
  | { readonly gavel: 'pulse' };
