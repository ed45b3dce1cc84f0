/** Looks up what plugins ask of an auction, on the main thread: within their time and ours, and not for ever more of them (src/plugins, `lookUp`). */
import type { Config } from '../config/schema.ts';
import { inTime } from '../in-time.ts';
import type { CodeBugs } from '../observe/code-bugs.ts';
import { lookUpOutcomes, type LookUpCount, type LookUpOutcome } from '../observe/metrics/service-families.ts';
import { parsedJson } from '../openrtb/parsed-json.ts';
import type { Plugin } from '../plugins/contract.ts';
import { lookUpText } from '../plugins/look-up-text.ts';
import { pluginBug } from '../../workers/code-bug.ts';
import type { Cancel } from './calls/round.ts';
import type { PluginText } from './messages.ts';

/** So many look-ups of one plugin may be under way, those included that nobody waits for any more: what they hold is memory. */
const mostUnderWay = 1000;

/** So much of its time an auction waits at most: one of a short `tmax` would have none left to ask bidders. */
const mostShare = 0.5;

/** How a look-up ended; `json` is what it found. */
interface End {
  readonly outcome: LookUpOutcome;
  readonly json?: string;
}

/** How long an auction may wait. */
export interface Patience {
  /** When bidders are no longer waited for, on the clock of `performance.now()`. */
  readonly lastAtMs: number;
  /** Tells when its client has left. */
  readonly cancel: Cancel;
}

/** A plugin that looks something up. */
interface Finder {
  readonly lookUp: NonNullable<Plugin['lookUp']>;
  readonly mostMs: number;
  readonly ends: Map<LookUpOutcome, number>;
  underWay: number;
}

/** The look-ups of one process. */
export class PluginLookUps {
  readonly #finders = new Map<string, Finder>();
  readonly #noteBug: CodeBugs['note'];

  /** `code` has the plugins by the names that `settings` gives them. */
  constructor(settings: Config['plugins'], code: ReadonlyMap<string, Plugin>, noteBug: CodeBugs['note']) {
    this.#noteBug = noteBug;
    for (const [name, { lookUpMs }] of Object.entries(settings)) {
      const plugin = code.get(name);
      // As the thread of a hop calls the other functions: on the plugin itself.
      const lookUp = plugin?.lookUp?.bind(plugin);
      if (lookUp !== undefined) this.#finders.set(name, { lookUp, mostMs: lookUpMs, ends: new Map(), underWay: 0 });
    }
  }

  /** Whether any plugin looks something up. */
  get isNeeded(): boolean {
    return this.#finders.size > 0;
  }

  /** What is found of all questions at once, in half of the time at most. Never rejects. */
  async find(questions: readonly PluginText[], patience: Patience): Promise<readonly PluginText[]> {
    const found = await Promise.all(questions.map((question) => this.#findOne(question, patience)));
    return found.filter((one) => one !== undefined);
  }

  counts(): readonly LookUpCount[] {
    return [...this.#finders].flatMap(([plugin, { ends }]) =>
      lookUpOutcomes.map((outcome) => ({ plugin, outcome, count: ends.get(outcome) ?? 0 })),
    );
  }

  async #findOne({ plugin, json }: PluginText, patience: Patience): Promise<PluginText | undefined> {
    const finder = this.#finders.get(plugin);
    if (finder === undefined) return undefined;
    const end = await this.#end(finder, json, patience).catch((error: unknown): End => {
      this.#noteBug(pluginBug(plugin, error));
      return { outcome: 'failed' };
    });
    finder.ends.set(end.outcome, (finder.ends.get(end.outcome) ?? 0) + 1);
    return end.json === undefined ? undefined : { plugin, json: end.json };
  }

  /** Rejects with what the plugin throws. */
  async #end(finder: Finder, question: string, { lastAtMs, cancel }: Patience): Promise<End> {
    if (cancel.isAborted) return { outcome: 'left' };
    if (finder.underWay >= mostUnderWay) return { outcome: 'refused' };
    const mostMs = Math.min(finder.mostMs, (lastAtMs - performance.now()) * mostShare);
    if (mostMs <= 0) return { outcome: 'late' };
    const leaver = new AbortController();
    const left = new Promise<End>((resolve) => cancel.onAbort(() => resolve({ outcome: 'left' })));
    const end = (await inTime(Promise.race([lookUp(finder, question, leaver.signal), left]), mostMs)) ?? {
      outcome: 'late',
    };
    if (end.outcome === 'late' || end.outcome === 'left') leaver.abort();
    return end;
  }
}

async function lookUp(finder: Finder, question: string, signal: AbortSignal): Promise<End> {
  finder.underWay += 1;
  try {
    const json = lookUpText(await finder.lookUp(parsedJson(question), { signal }));
    return json === undefined ? { outcome: 'nothing' } : { outcome: 'found', json };
  } finally {
    finder.underWay -= 1;
  }
}
