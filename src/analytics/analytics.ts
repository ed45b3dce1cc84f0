/** Hands every event to the modules that may have it (spec 6), without delaying the response. */
import type { AnalyticsEvent } from './events.ts';
import type { AnalyticsModule, ModuleName } from './module.ts';

/** The maximum size of an event, in bytes. A larger one is lost, and counted. */
const maxEventBytes = 1_048_576;

/** All modules of one process. */
export class Analytics {
  readonly #modules: readonly AnalyticsModule[];
  readonly #nowMs: () => number;
  #tooLarge = 0;

  /** `nowMs` gives milliseconds since 1970. */
  constructor(modules: readonly AnalyticsModule[], nowMs: () => number = Date.now) {
    this.#modules = modules;
    this.#nowMs = nowMs;
  }

  /** The names of the enabled modules. */
  get names(): readonly ModuleName[] {
    return this.#modules.map(({ name }) => name);
  }

  /** Hands one event to `modules`. */
  tell(event: AnalyticsEvent, modules: readonly string[]): void {
    if (modules.length === 0) return;
    const { kind, ...members } = event;
    this.record(Buffer.from(JSON.stringify({ kind, timestamp: this.#nowMs(), ...members })), modules);
  }

  /** Hands one record, a JSON object as UTF-8 without a line end, to `modules`. The record is copied. */
  record(json: Uint8Array, modules: readonly string[]): void {
    if (json.byteLength > maxEventBytes) {
      this.#tooLarge += modules.length;
      return;
    }
    const line = Buffer.allocUnsafe(json.byteLength + 1);
    line.set(json);
    line[json.byteLength] = 0x0a;
    for (const module of this.#modules) if (modules.includes(module.name)) module.take(line);
  }

  /** Events lost so far by module; those that were too large for every module count under `oversized`. */
  drops(): ReadonlyMap<string, number> {
    const counts = new Map<string, number>(this.#modules.map(({ name, dropped }) => [name, dropped]));
    return counts.set('oversized', this.#tooLarge);
  }

  /** Delivers queued events and releases all resources. */
  async close(): Promise<void> {
    await Promise.all(this.#modules.map((module) => module.close()));
  }
}
