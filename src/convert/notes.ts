/** Collects what the host must know about a conversion. The same text about several settings becomes one line. */

/** How many settings one line names. */
const mostNamed = 5;
/** How many lines are printed. */
const mostLines = 200;
/** How many settings are named that have no effect on the result. */
const mostLeft = 200;

/** The notes of a conversion, in the order in which they were made. */
export class Notes {
  readonly #places = new Map<string, Set<string>>();
  readonly #left = { host: new Set<string>(), account: new Set<string>() };
  /** How many settings were taken over, and how many were pinned. */
  taken = 0;
  pinned = 0;
  /** Begins every place, such as an account's name. */
  prefix = '';

  /** Notes `text` about the old setting `place` ('' for the whole file). */
  tell(place: string, text: string): void {
    const places = this.#places.get(text) ?? new Set();
    const whole = `${this.prefix} ${place}`.trim();
    this.#places.set(text, places.add(whole));
  }

  /** Remembers settings of a host or of accounts of which nothing was made, since Gavel does not need them. */
  leave(paths: readonly string[], whose: 'host' | 'account'): void {
    for (const path of paths) this.#left[whose].add(whose === 'host' ? `${this.prefix} ${path}`.trim() : path);
  }

  /** The notes, one line each (at most two hundred, and how many more there are), then what was left out without one. */
  lines(): string[] {
    const all = [...this.#places].map(([text, places]) => `${named([...places])}${text}`);
    const rest = all.length > mostLines ? [`and ${all.length - mostLines} more: fix these first`] : [];
    const { host, account } = this.#left;
    return [
      ...all.slice(0, mostLines),
      ...rest,
      ...(host.size > 0 ? [`not needed, so left out: ${listed([...host], mostLeft)}`] : []),
      ...(account.size > 0 ? [`not needed in accounts, so left out: ${listed([...account], mostLeft)}`] : []),
    ];
  }
}

function named(places: readonly string[]): string {
  const some = places.filter((place) => place !== '');
  return some.length === 0 ? '' : `${listed(some, mostNamed)}: `;
}

/** The first `most` of `names`, and how many more there are. */
export function listed(names: readonly string[], most: number): string {
  const more = names.length > most ? ` and ${names.length - most} more` : '';
  return `${names.slice(0, most).join(', ')}${more}`;
}
