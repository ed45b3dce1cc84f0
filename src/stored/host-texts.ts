/** The texts that the host keeps for all auctions, started and ended together: conversion rates and line items. */
import { startLineItems, type LineItemsSource } from './line-items.ts';
import { startRates, type RatesSettings, type RatesSource } from './rates.ts';
import type { Notices } from './refreshed-text.ts';

/** The configuration's sections that name such texts. */
export interface HostTextSettings {
  readonly currency: RatesSettings;
  readonly lineItems: { readonly file: string };
}

/** The sources; `close` ends them all. */
export interface HostTexts {
  readonly rates: RatesSource;
  readonly lineItems: LineItemsSource;
  close(): void;
}

/** Reads each text for the first time. Rejects with an Error that names the setting and the fix when a file is of no use. */
export async function startHostTexts(settings: HostTextSettings, log: Notices): Promise<HostTexts> {
  const rates = await startRates(settings.currency, log);
  try {
    const lineItems = await startLineItems(settings.lineItems.file, log);
    return { rates, lineItems, close: () => [rates, lineItems].forEach((one) => one.close()) };
  } catch (error) {
    rates.close();
    throw error;
  }
}
