/** The host's programmatic-guaranteed line items, from a file that is read again every minute (interface, `lineItems`). */
import type { SharedText } from '../auction/messages.ts';
import { readLineItems } from '../config/line-items.ts';
import { readFileText } from './read-bounded.ts';
import { RefreshedText, type Notices, type TextSource } from './refreshed-text.ts';

/** The line items in use. */
export interface LineItemsSource {
  /** JSON text of `LineItem[]` (config/line-items), null for none. */
  current(): SharedText | null;
  close(): void;
}

const maxBytes = 16 * 1024 * 1024;
const everySeconds = 60;

/** Reads the file named (`''`: none) for the first time and keeps it fresh. Rejects when it is of no use. */
export async function startLineItems(file: string, log: Notices): Promise<LineItemsSource> {
  if (file === '') return { current: () => null, close: () => undefined };
  const name = `lineItems.file ${file}`;
  const text = new RefreshedText({ name, everySeconds, read: () => readFileText(file, maxBytes), check }, log);
  const fault = await text.start();
  if (fault === '') return { current: () => text.current, close: () => text.close() };
  text.close();
  throw new Error(fault);
}

function check(text: string): ReturnType<TextSource['check']> {
  const { items, faults } = readLineItems(text);
  return faults.length > 0 ? { fault: faults.join('; it ') } : { text: JSON.stringify(items), dataAsOf: '' };
}
