/** Runs the plugins' look-ups for an auction, on the main thread, with bounds on their time and number (src/plugins, `lookUp`). */
import type { Config } from '../config/schema.ts';
import { inTime } from '../in-time.ts';
import type { CodeBugs } from '../observe/code-bugs.ts';
import { lookUpOutcomes, type LookUpCount, type LookUpOutcome } from '../observe/metrics/service-families.ts';
import { parsedJson } from '../openrtb/parsed-json.ts';
import type { Plugin } from '../plugins/contract.ts';
import { lookUpText } from '../plugins/look-up-text.ts';
import { pluginBug } from '../../workers/code-bug.ts';
import type { Cancel } from './cancel.ts';
import type { PluginText } from './messages.ts';

/** Most look-ups of one plugin in flight, including those that no auction waits for any more: each holds memory. */
const mostInFlight = 1000;

/** The share of its remaining time that an auction waits at most: else a short `tmax` would leave nothing for bidders. */
const mostTimeShare = 0.5;

/** How a look-up ended; `json` is its result. */
interface End {
  readonly outcome: LookUpOutcome;
  readonly json?: string;
}

/** How long an auction may wait for look-ups. */
export interface Patience {
  /** When the auction stops waiting for bidders, as `performance.now()`. */
  readonly lastAtMs: number;
  /** Signals that the client has disconnected. */
  readonly cancel: Cancel;
}

/** A plugin that has `lookUp`, with the outcomes of its look-ups so far. */
interface Finder {
  readonly lookUp: NonNullable<Plugin['lookUp']>;
  readonly mostMs: number;
  readonly ends: Map<LookUpOutcome, number>;
  inFlight: number;
}

/** The plugin look-ups of one process. */
export class PluginLookUps {
  readonly #finders = new Map<string, Finder>();
  readonly #noteBug: CodeBugs['note'];

  /** `code` holds the plugins by their names in `settings`. */
  constructor(settings: Config['plugins'], code: ReadonlyMap<string, Plugin>, noteBug: CodeBugs['note']) {
    this.#noteBug = noteBug;
    for (const [name, { lookUpMs }] of Object.entries(settings)) {
      const plugin = code.get(name);
      // `this` is the plugin, as for the functions that hops call.
      const lookUp = plugin?.lookUp?.bind(plugin);
      if (lookUp !== undefined) this.#finders.set(name, { lookUp, mostMs: lookUpMs, ends: new Map(), inFlight: 0 });
    }
  }

  /** Whether any plugin has `lookUp`. */
  get isNeeded(): boolean {
    return this.#finders.size > 0;
  }

  /**
   * Runs the look-ups for all questions at once, for at most half of the auction's remaining time, and resolves with the results found.
   * Never rejects.
   */
  async find(questions: readonly PluginText[], patience: Patience): Promise<readonly PluginText[]> {
    const results = await Promise.all(questions.map((question) => this.#findOne(question, patience)));
    return results.filter((result) => result !== undefined);
  }

  /** How often each plugin's look-ups ended in each outcome. */
  counts(): readonly LookUpCount[] {
    return [...this.#finders].flatMap(([plugin, { ends }]) =>
      lookUpOutcomes.map((outcome) => ({ plugin, outcome, count: ends.get(outcome) ?? 0 })),
    );
  }

  async #findOne({ plugin, json }: PluginText, patience: Patience): Promise<PluginText | undefined> {
    const finder = this.#finders.get(plugin);
    if (finder === undefined) return undefined;
    const end = await this.#run(finder, json, patience).catch((error: unknown): End => {
      this.#noteBug(pluginBug(plugin, error));
      return { outcome: 'failed' };
    });
    finder.ends.set(end.outcome, (finder.ends.get(end.outcome) ?? 0) + 1);
    return end.json === undefined ? undefined : { plugin, json: end.json };
  }

  /** Runs one look-up, within its time. Rejects with whatever the plugin throws. */
  async #run(finder: Finder, question: string, { lastAtMs, cancel }: Patience): Promise<End> {
    if (cancel.isAborted) return { outcome: 'left' };
    if (finder.inFlight >= mostInFlight) return { outcome: 'refused' };
    const mostMs = Math.min(finder.mostMs, (lastAtMs - performance.now()) * mostTimeShare);
    if (mostMs <= 0) return { outcome: 'late' };
    const abandoned = new AbortController();
    const disconnected = new Promise<End>((resolve) => cancel.onAbort(() => resolve({ outcome: 'left' })));
    const end = (await inTime(Promise.race([lookUp(finder, question, abandoned.signal), disconnected]), mostMs)) ?? {
      outcome: 'late',
    };
    if (end.outcome === 'late' || end.outcome === 'left') abandoned.abort();
    return end;
  }
}

async function lookUp(finder: Finder, question: string, signal: AbortSignal): Promise<End> {
  finder.inFlight += 1;
  try {
    const json = lookUpText(await finder.lookUp(parsedJson(question), { signal }));
    return json === undefined ? { outcome: 'nothing' } : { outcome: 'found', json };
  } finally {
    finder.inFlight -= 1;
  }
}
