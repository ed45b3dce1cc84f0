/** The host's programmatic-guaranteed line items, from a file that is read again every minute (interface, `lineItems`). */
import { readLineItems, type LineItem } from '../config/line-items.ts';
import { nearest, strangerFix } from '../config/suggest.ts';
import { readFileText } from './read-bounded.ts';
import type { Notices, TextSource } from './refreshed-text.ts';
import { noText, startText, type StartedText } from './started-text.ts';

const maxBytes = 16 * 1024 * 1024;
const everySeconds = 60;

/** So many names that nobody has are told of. */
const mostTold = 20;

/** The file named (`''`: none), and the codes of this host's bidders. */
export interface LineItemsRules {
  readonly file: string;
  readonly codes: readonly string[];
}

/**
 * Reads the file (`''`: none) for the first time and keeps it fresh; the text is JSON of `LineItem[]` (config/line-items).
 * A bidder that it names and that is none of this host's is told of once. Rejects when the file is of no use.
 */
export async function startLineItems({ file, codes }: LineItemsRules, log: Notices): Promise<StartedText> {
  if (file === '') return noText;
  const name = `lineItems.file ${file}`;
  const check = checkItems((bidder) => {
    const stranger = JSON.stringify(bidder.slice(0, 100));
    log.warn(`${name} names ${stranger}, which is no bidder here: ${strangerFix(nearest(bidder, codes))}`);
  }, codes);
  return startText({ name, everySeconds, read: () => readFileText(file, maxBytes), check }, log);
}

function checkItems(tell: (bidder: string) => void, codes: readonly string[]): TextSource['check'] {
  const known = new Set(codes);
  const told = new Set<string>();
  const doubt = ({ bidder }: LineItem): void => {
    if (known.has(bidder) || told.has(bidder) || told.size === mostTold) return;
    told.add(bidder);
    tell(bidder);
  };
  return (text) => {
    const { items, faults } = readLineItems(text);
    if (faults.length > 0) return { fault: faults.join('; it ') };
    items.forEach(doubt);
    return { text: JSON.stringify(items), dataAsOf: '' };
  };
}
