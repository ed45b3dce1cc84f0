/** Decides what is told of bugs in the code of bidders and plugins (house, 'Errors'): all are counted, and the log has whose and where, not at every auction. */
import type { CodeBug } from '../auction/messages.ts';
import { seldomEach } from '../seldom.ts';
import type { Log } from './log.ts';

/** Whose code had how many bugs since the start. */
export interface CodeBugCount {
  readonly kind: 'bidder' | 'plugin';
  /** Its name in the configuration. */
  readonly name: string;
  readonly count: number;
}

/** The bugs that one process has met. */
export class CodeBugs {
  readonly #log: Pick<Log, 'error'>;
  readonly #mayTell = seldomEach();
  readonly #counts = new Map<string, CodeBugCount>();

  /** `plugins` are the names of the host's plugins, which are counted from the start. */
  constructor(log: Pick<Log, 'error'>, plugins: readonly string[] = []) {
    this.#log = log;
    for (const name of plugins) this.#counts.set(`plugin ${name}`, { kind: 'plugin', name, count: 0 });
  }

  /** Counts a bug, and tells of one of each bidder and each plugin a minute. */
  readonly note = (bug: CodeBug): void => {
    const [kind, name] = 'plugin' in bug ? (['plugin', bug.plugin] as const) : (['bidder', bug.bidder] as const);
    const key = `${kind} ${name}`;
    this.#counts.set(key, { kind, name, count: (this.#counts.get(key)?.count ?? 0) + 1 });
    if (this.#mayTell(key)) this.#log.error(bug, told[kind]);
  };

  counts(): readonly CodeBugCount[] {
    return [...this.#counts.values()];
  }
}

const told = {
  bidder: "bug in a bidder's code: the auction goes on without it",
  plugin: 'fault of a plugin: the auction goes on without it',
} as const;
