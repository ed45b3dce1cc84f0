/** Decides the rate at which one currency converts to another (spec 4.1.8, decisions 'Rates'). */
import { isObject, own } from '../openrtb/json-object.ts';
import type { Ratio } from './decimal.ts';

/** Whether a text can be the code of a currency, in any case. */
export function isCurrency(code: string): boolean {
  return /^[A-Za-z]{3}$/.test(code);
}

/** A currency as messages show it. It is untrusted text: anything but 1 to 8 letters is quoted and cut to 8 characters. */
export function shownCurrency(currency: string): string {
  return /^[A-Za-z]{1,8}$/.test(currency) ? currency : JSON.stringify(currency.slice(0, 8));
}

/** The message when no rate converts one currency to another. */
export function noRate(from: string, to: string): string {
  return `no rate to convert from ${shownCurrency(from)} to ${shownCurrency(to)}`;
}

/** Conversion rates as the request and the rates file write them: one unit of the base is worth `rate` of the currency. */
export type Rates = { readonly [base: string]: { readonly [currency: string]: number } };

/** A rate as an exact fraction: the price in the old currency × `times` ÷ `over` is the price in the new one. */
export type Rate = Ratio;

/** The rate of a currency to itself. */
export const sameCurrency: Rate = { times: 1, over: 1 };

/**
 * Returns the rate from one currency to another (codes in any case), null for none. It searches a (possibly hostile) table once per pair of
 * currencies, not once per price.
 */
export type RateOf = (from: string, to: string) => Rate | null;

/**
 * The rates of one auction: those of its `ext.svc.currency` (any JSON), then the host's unless `usepbsrates` is false. Within a table the
 * direct rate comes first, then the inverse, the first base that has both currencies, and the first currency to which both have a rate.
 * Rates that are not above 0 count as missing.
 */
export function rateFinder(currency: unknown, host: Rates | undefined): RateOf {
  const stated = isObject(currency) ? currency : {};
  const request = own(stated, 'rates');
  const tables = [
    isObject(request) ? (request as Rates) : undefined,
    own(stated, 'usepbsrates') === false ? undefined : host,
  ];
  // Most auctions convert nothing.
  let known: Map<string, Rate | null> | undefined;
  return (from, to) => {
    if (from === to) return sameCurrency;
    known ??= new Map();
    const pair = `${from} ${to}`;
    let rate = known.get(pair);
    if (rate === undefined) known.set(pair, (rate = findRate(from.toUpperCase(), to.toUpperCase(), tables)));
    return rate;
  };
}

function findRate(from: string, to: string, tables: readonly (Rates | undefined)[]): Rate | null {
  if (from === to) return sameCurrency;
  for (const table of tables) {
    const rate = findIn(table, from, to);
    if (rate !== undefined) return rate;
  }
  return null;
}

function findIn(table: Rates | undefined, from: string, to: string): Rate | undefined {
  if (table === undefined) return undefined;
  const direct = statedRate(table, from, to);
  if (direct > 0) return { times: direct, over: 1 };
  const inverse = statedRate(table, to, from);
  if (inverse > 0) return { times: 1, over: inverse };
  for (const base of Object.keys(table)) {
    const times = statedRate(table, base, to);
    const over = statedRate(table, base, from);
    if (times > 0 && over > 0) return { times, over };
  }
  for (const shared of Object.keys(own(table, from) ?? {})) {
    const times = statedRate(table, from, shared);
    const over = statedRate(table, to, shared);
    if (times > 0 && over > 0) return { times, over };
  }
  return undefined;
}

/** The rate that the table states, 0 for none. */
function statedRate(table: Rates, base: string, currency: string): number {
  const row = own(table, base);
  const rate = isObject(row) ? own(row, currency) : undefined;
  return typeof rate === 'number' && Number.isFinite(rate) ? rate : 0;
}
