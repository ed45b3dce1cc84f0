/** Decides whether a text holds usable conversion rates (spec 4.1.8; decisions 'Rates'): all of them, or none. */
import { isObject, setOwn, type JsonObject } from '../openrtb/json-object.ts';
import { parsedJson } from '../openrtb/parsed-json.ts';
import { isCurrency, type Rates } from './convert.ts';

/** The rates, with codes in capital letters, and the date that the text states for them ('' for none). */
export interface HostRates {
  readonly rates: Rates;
  readonly dataAsOf: string;
}

const shape = '{"conversions": {"USD": {"EUR": 0.9}}, "dataAsOf": "2026-01-31"}';

/**
 * Reads `{"conversions": {base: {currency: rate}}, "dataAsOf": …}`: one unit of the base is worth `rate` of the currency. `fault` is the
 * end of a sentence that names the source; one wrong entry rejects the whole text. Never throws.
 */
export function readRates(text: string): HostRates | { readonly fault: string } {
  const json = parsedJson(text);
  if (!isObject(json)) return { fault: `is not a JSON object: it must look like ${shape}` };
  const { conversions, dataAsOf }: { conversions?: unknown; dataAsOf?: unknown } = json;
  if (!isObject(conversions)) return { fault: `has no conversions: it must look like ${shape}` };
  const rates: { [base: string]: { readonly [currency: string]: number } } = {};
  for (const [base, row] of Object.entries(conversions)) {
    if (!isCurrency(base)) return { fault: notCurrency('conversions', base) };
    if (!isObject(row)) return { fault: `has a conversions.${base} that is not an object of rates: correct it` };
    const read = readRow(base, row);
    if ('fault' in read) return read;
    setOwn(rates, base.toUpperCase(), read.row);
  }
  if (Object.keys(rates).length === 0) return { fault: `has no rate under conversions: it must look like ${shape}` };
  return { rates, dataAsOf: typeof dataAsOf === 'string' ? dataAsOf.slice(0, 64) : '' };
}

function readRow(
  base: string,
  row: JsonObject,
): { readonly row: { [currency: string]: number } } | { readonly fault: string } {
  const rates: { [currency: string]: number } = {};
  for (const [currency, rate] of Object.entries(row)) {
    if (!isCurrency(currency)) return { fault: notCurrency(`conversions.${base}`, currency) };
    if (typeof rate !== 'number' || !(rate > 0 && rate < Infinity)) {
      return { fault: `has a conversions.${base}.${currency} that is not a number above 0: correct the rate` };
    }
    rates[currency.toUpperCase()] = rate;
  }
  return { row: rates };
}

function notCurrency(path: string, code: string): string {
  return `names ${JSON.stringify(code.slice(0, 16))} under ${path}, which is not a currency: use three letters such as EUR`;
}
