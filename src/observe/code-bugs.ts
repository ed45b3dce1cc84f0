/** Counts all bugs in the code of bidders and plugins, and logs them at a bounded rate, with their owner and place (house, 'Errors'). */
import type { CodeBug } from '../auction/messages.ts';
import { seldomEach } from '../seldom.ts';
import type { Log } from './log.ts';

/** The number of bugs in the code of one bidder or plugin since the start. */
export interface CodeBugCount {
  readonly kind: 'bidder' | 'plugin';
  /** Its name in the configuration. */
  readonly name: string;
  readonly count: number;
}

/** The bugs that one process has met. */
export class CodeBugs {
  readonly #log: Pick<Log, 'error'>;
  readonly #mayLog = seldomEach();
  readonly #counts = new Map<string, CodeBugCount>();

  /** `plugins` are the names of the host's plugins, whose counts start at zero; bidders are added at their first bug. */
  constructor(log: Pick<Log, 'error'>, plugins: readonly string[] = []) {
    this.#log = log;
    for (const name of plugins) this.#counts.set(`plugin ${name}`, { kind: 'plugin', name, count: 0 });
  }

  /** Counts a bug, and logs at most one per bidder or plugin a minute. */
  readonly note = (bug: CodeBug): void => {
    const [kind, name] = 'plugin' in bug ? (['plugin', bug.plugin] as const) : (['bidder', bug.bidder] as const);
    const key = `${kind} ${name}`;
    this.#counts.set(key, { kind, name, count: (this.#counts.get(key)?.count ?? 0) + 1 });
    if (this.#mayLog(key)) this.#log.error(bug, logMessages[kind]);
  };

  /** The counts since the start. */
  counts(): readonly CodeBugCount[] {
    return [...this.#counts.values()];
  }
}

const logMessages = {
  bidder: "bug in a bidder's code: the auction continues without it",
  plugin: 'a plugin failed: the auction continues without it',
} as const;
