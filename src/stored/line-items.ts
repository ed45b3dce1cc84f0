/** The host's programmatic-guaranteed line items, from a file that is read again every minute (interface, `lineItems`). */
import { readLineItems, type LineItem } from '../config/line-items.ts';
import { nearest, strangerFix } from '../config/suggest.ts';
import { readFileText } from './read-bounded.ts';
import type { Notices, TextSource } from './refreshed-text.ts';
import { noText, startText, type StartedText } from './started-text.ts';

const maxBytes = 16 * 1024 * 1024;
const everySeconds = 60;

/** How many unknown bidder names are logged. */
const maxLogged = 20;

/** The file (`''`: none), and the codes of this host's bidders. */
export interface LineItemsRules {
  readonly file: string;
  readonly codes: readonly string[];
}

/**
 * Reads the file (`''`: none) for the first time and keeps it fresh; the text is JSON of `LineItem[]` (config/line-items). A bidder in it
 * that this host does not have is logged once. Rejects when the file cannot be used.
 */
export async function startLineItems({ file, codes }: LineItemsRules, log: Notices): Promise<StartedText> {
  if (file === '') return noText;
  const name = `lineItems.file ${file}`;
  const check = checkItems((bidder) => {
    const quoted = JSON.stringify(bidder.slice(0, 100));
    log.warn(`${name} names ${quoted}, which is not a bidder here: ${strangerFix(nearest(bidder, codes))}`);
  }, codes);
  return startText({ name, everySeconds, read: () => readFileText(file, maxBytes), check }, log);
}

function checkItems(onUnknown: (bidder: string) => void, codes: readonly string[]): TextSource['check'] {
  const known = new Set(codes);
  const logged = new Set<string>();
  const checkBidder = ({ bidder }: LineItem): void => {
    if (known.has(bidder) || logged.has(bidder) || logged.size === maxLogged) return;
    logged.add(bidder);
    onUnknown(bidder);
  };
  return (text) => {
    const { items, faults } = readLineItems(text);
    if (faults.length > 0) return { fault: faults.join('; it ') };
    items.forEach(checkBidder);
    return { text: JSON.stringify(items), dataAsOf: '' };
  };
}
