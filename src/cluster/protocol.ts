/** The messages between a primary and one of its workers (issue 7, item 1); those between all processes are in channel.ts. */
import type { ConfigFile } from '../config-file.ts';
import type { ListenAddress } from '../http/free-port.ts';

/** What a worker starts with: `held` is the address that other processes of the service listen on, if any does. */
export interface StartOrder {
  readonly file: ConfigFile;
  readonly held: ListenAddress | null;
  /** It tells the log, for all processes, what is doubtful in the configuration. */
  readonly tellsDoubts: boolean;
}

/** What a process that listens tells of itself and of its configuration; the port is the one it listens on. */
export interface Listening extends ListenAddress {
  /** How many processes there should be. */
  readonly processes: number;
  /** How long the port stays open once a process leaves, and the longest it may take to end, in milliseconds. */
  readonly delayMs: number;
  readonly leaveMs: number;
  /** Absent of a process whose code is older than its primary's. */
  readonly ofPrimary?: PrimarySettings;
}

/** The settings that a primary itself goes by, by name: it reads them when it is started, and never again. */
export type PrimarySettings = Readonly<Record<'admin.host' | 'admin.port' | 'log.level', string | number>>;

/** The names of the settings in which `now` differs from `begun`; of those that are not known none does. */
export function changedNames(begun: PrimarySettings | undefined, now: PrimarySettings | undefined): string[] {
  if (begun === undefined || now === undefined) return [];
  return Object.entries(begun).flatMap(([name, value]) => (value === now[name as keyof PrimarySettings] ? [] : [name]));
}

/** What the primary tells a worker. `isLast` as in `Leave`. */
export type Order =
  | { readonly gavel: 'start'; readonly order: StartOrder }
  | { readonly gavel: 'leave'; readonly isLast: boolean }
  | { readonly gavel: 'ask pulse' };

/** What a worker tells the primary, whose code may be of another version: that it hears, that it listens, or why it cannot; that it still runs. */
export type Word =
  | { readonly gavel: 'ready' }
  | { readonly gavel: 'listening'; readonly serving: Listening }
  | { readonly gavel: 'refused'; readonly faults: readonly string[] }
  | { readonly gavel: 'pulse' };
