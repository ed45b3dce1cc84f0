/** What the host keeps for all auctions, started and ended together: conversion rates, line items and vendor lists. */
import { startLineItems, type LineItemsSource } from './line-items.ts';
import { startVendorLists, type VendorLists, type VendorListSettings } from './vendor-lists.ts';
import { startRates, type RatesSettings, type RatesSource } from './rates.ts';
import type { Notices } from './refreshed-text.ts';

/** The configuration's sections that name such texts. */
export interface HostTextSettings {
  readonly currency: RatesSettings;
  readonly lineItems: { readonly file: string };
  readonly privacy: { readonly gdpr: VendorListSettings };
}

/** The sources; `close` ends them all. */
export interface HostTexts {
  readonly rates: RatesSource;
  readonly lineItems: LineItemsSource;
  readonly vendorLists: VendorLists;
  close(): void;
}

/** Reads each for the first time. Rejects with an Error that names the setting and the fix when a file or folder is of no use. */
export async function startHostTexts(settings: HostTextSettings, log: Notices): Promise<HostTexts> {
  const started: { close(): void }[] = [];
  const close = (): void => started.forEach((one) => one.close());
  const kept = async <T extends { close(): void }>(starting: Promise<T>): Promise<T> => {
    const one = await starting;
    started.push(one);
    return one;
  };
  try {
    const rates = await kept(startRates(settings.currency, log));
    const lineItems = await kept(startLineItems(settings.lineItems.file, log));
    const vendorLists = await kept(startVendorLists(settings.privacy.gdpr, log));
    return { rates, lineItems, vendorLists, close };
  } catch (error) {
    close();
    throw error;
  }
}
