/** Decides at which rate one currency becomes another (spec 4.1.8, decisions 'Rates'). */
import { isObject, own } from '../openrtb/merge-patch.ts';
import type { Ratio } from './decimal.ts';

/** Whether a text can be the code of a currency, in any case. */
export function isCurrency(code: string): boolean {
  return /^[A-Za-z]{3}$/.test(code);
}

/** A currency is a foreign string: no more of it than tells what it is. */
export function shownCurrency(currency: string): string {
  return /^[A-Za-z]{1,8}$/.test(currency) ? currency : JSON.stringify(currency.slice(0, 8));
}

/** What is said where no rate leads from one currency to another. */
export function noRate(from: string, to: string): string {
  return `no rate to convert from ${shownCurrency(from)} to ${shownCurrency(to)}`;
}

/** Conversion rates as the request and the rates file write them: one unit of the base is worth `rate` of the currency. */
export type Rates = { readonly [base: string]: { readonly [currency: string]: number } };

/** A rate as an exact fraction: a price in the old currency × `times` ÷ `over` is the price in the new one. */
export type Rate = Ratio;

/** Where rates may come from, first `request`; `useHost` false (`usepbsrates: false`) leaves the host's aside. */
export interface RateSources {
  readonly request?: Rates | undefined;
  readonly host?: Rates | undefined;
  readonly useHost: boolean;
}

/** Where an auction's rates come from: its `ext.svc.currency` (any JSON), and the host's table. */
export function rateSources(currency: unknown, host: Rates | undefined): RateSources {
  const stated = isObject(currency) ? currency : {};
  const request = own(stated, 'rates');
  return {
    request: isObject(request) ? (request as Rates) : undefined,
    host,
    useHost: own(stated, 'usepbsrates') !== false,
  };
}

/** The rate of a currency to itself. */
export const sameCurrency: Rate = { times: 1, over: 1 };

/**
 * The rate of `from` to `to` (codes in any case), null for none: from the request's table, else from the host's;
 * within a table direct, inverse, then through the first base that has both, then through the first currency that both have.
 * Rates that are not above 0 count as missing.
 */
export function findRate(from: string, to: string, sources: RateSources): Rate | null {
  if (from === to) return sameCurrency;
  const [source, target] = [from.toUpperCase(), to.toUpperCase()];
  if (source === target) return sameCurrency;
  return (
    findIn(sources.request, source, target) ??
    (sources.useHost ? findIn(sources.host, source, target) : undefined) ??
    null
  );
}

/** Gives the rates of `findRate`. A hostile table is searched once for each pair of currencies, not for each price. */
export type RateOf = (from: string, to: string) => Rate | null;

/** The rates of one auction. Most need none: nothing is made for them. */
export function rateFinder(sources: RateSources): RateOf {
  let found: Map<string, Rate | null> | undefined;
  return (from, to) => {
    if (from === to) return sameCurrency;
    found ??= new Map();
    const pair = `${from} ${to}`;
    let rate = found.get(pair);
    if (rate === undefined) found.set(pair, (rate = findRate(from, to, sources)));
    return rate;
  };
}

function findIn(table: Rates | undefined, from: string, to: string): Rate | undefined {
  if (table === undefined) return undefined;
  const direct = rateOf(table, from, to);
  if (direct > 0) return { times: direct, over: 1 };
  const inverse = rateOf(table, to, from);
  if (inverse > 0) return { times: 1, over: inverse };
  for (const base of Object.keys(table)) {
    const times = rateOf(table, base, to);
    const over = rateOf(table, base, from);
    if (times > 0 && over > 0) return { times, over };
  }
  for (const shared of Object.keys(own(table, from) ?? {})) {
    const times = rateOf(table, from, shared);
    const over = rateOf(table, to, shared);
    if (times > 0 && over > 0) return { times, over };
  }
  return undefined;
}

/** The rate that the table states, 0 for none. */
function rateOf(table: Rates, base: string, currency: string): number {
  const row = own(table, base);
  const rate = isObject(row) ? own(row, currency) : undefined;
  return typeof rate === 'number' && Number.isFinite(rate) ? rate : 0;
}
