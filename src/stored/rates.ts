/** The host's conversion rates: from a URL once it has answered, until then from a file (decisions 'Rates'; interface, `currency`). */
import { readRates } from '../money/read-rates.ts';
import type { SharedText } from '../auction/messages.ts';
import { fetchText, readFileText } from './read-bounded.ts';
import { againSeconds, RefreshedText, type Notices, type TextSource, type TextState } from './refreshed-text.ts';

/** The section `currency` of the configuration; '' for no file or no URL. */
export interface RatesSettings {
  readonly ratesFile: string;
  readonly ratesUrl: string;
  readonly refreshSeconds: number;
}

/** The rates in use. */
export interface RatesSource {
  /** JSON text of `Rates` (money/convert), null for none. */
  current(): SharedText | null;
  /** The configured sources, in order of preference. */
  states(): readonly TextState[];
  close(): void;
}

const maxBytes = 4 * 1024 * 1024;
const timeoutMs = 4000;

/**
 * Reads the rates for the first time and keeps them fresh. Rejects when the file cannot be used; a URL that fails is logged and retried.
 */
export async function startRates(settings: RatesSettings, log: Notices): Promise<RatesSource> {
  const { ratesFile, ratesUrl, refreshSeconds } = settings;
  const refreshed = (name: string, read: TextSource['read']): RefreshedText =>
    new RefreshedText({ name, everySeconds: refreshSeconds, read, check }, log);
  const url = refreshed('currency.ratesUrl', () => fetchText(ratesUrl, { maxBytes, timeoutMs }));
  const file = refreshed(`currency.ratesFile ${ratesFile}`, () => readFileText(ratesFile, maxBytes));
  const sources = [...(ratesUrl === '' ? [] : [url]), ...(ratesFile === '' ? [] : [file])];
  const close = (): void => sources.forEach((one) => one.close());
  await Promise.all(sources.map((one) => one.start()));
  if (file.state.fault !== '') {
    close();
    throw new Error(file.state.fault);
  }
  if (url.state.fault !== '') log.warn(`${url.state.fault}; retry in ${againSeconds(refreshSeconds, 1)} s`);
  return {
    current: () => sources.find((one) => one.current !== null)?.current ?? null,
    states: () => sources.map((one) => one.state),
    close,
  };
}

function check(text: string): ReturnType<TextSource['check']> {
  const read = readRates(text);
  return 'fault' in read ? read : { text: JSON.stringify(read.rates), dataAsOf: read.dataAsOf };
}
