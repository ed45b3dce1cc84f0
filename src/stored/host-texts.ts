/**
 * The host's texts for all auctions, started and closed together: conversion rates, line items, category mappings, vendor lists, and the
 * floors data of accounts' providers.
 */
import { openAll } from '../open-all.ts';
import { startCategories } from './category-files.ts';
import { FloorProviders, type FloorProviderSettings } from './floor-providers.ts';
import { startLineItems } from './line-items.ts';
import { startVendorLists, type VendorLists, type VendorListSettings } from './vendor-lists.ts';
import { startRates, type RatesSettings, type RatesSource } from './rates.ts';
import type { Notices } from './refreshed-text.ts';
import type { StartedText } from './started-text.ts';

/** The configuration sections of these texts. */
export interface HostTextSettings {
  readonly currency: RatesSettings;
  readonly bidders: { readonly [code: string]: unknown };
  readonly lineItems: { readonly file: string };
  readonly categories: { readonly dir: string };
  readonly priceFloors: FloorProviderSettings;
  readonly privacy: { readonly gdpr: VendorListSettings };
}

/** The sources; `close` ends them all. */
export interface HostTexts {
  readonly rates: RatesSource;
  readonly lineItems: StartedText;
  readonly categories: StartedText;
  readonly vendorLists: VendorLists;
  readonly floors: FloorProviders;
  close(): void;
}

/**
 * Reads each text for the first time. Rejects with an Error that names every setting whose file or folder cannot be used, and how to fix
 * it.
 */
export async function startHostTexts(settings: HostTextSettings, log: Notices): Promise<HostTexts> {
  const texts = await openAll({
    rates: () => startRates(settings.currency, log),
    lineItems: () => startLineItems({ file: settings.lineItems.file, codes: Object.keys(settings.bidders) }, log),
    categories: () => startCategories(settings.categories, log),
    vendorLists: () => startVendorLists(settings.privacy.gdpr, log),
  });
  const floors = new FloorProviders(settings.priceFloors, log);
  return { ...texts, floors, close: () => Object.values(texts).forEach((one) => one.close()) };
}
