/** The single currency of a reply whose bids each name one. */
import t from 'tap';
import { badReply } from '../../../src/adapter/refusal.ts';
import { inOneCurrency } from '../../../src/adapter/steps/currency.ts';
import { wholeLists } from '../../support/whole-lists.ts';

const read = (...all: string[]) => inOneCurrency(all.map((cur) => ({ cur, bid: {} })));

t.test('the first valid currency counts, in any case; a bid in any other is dropped alone', async (t) => {
  const { cur, bids, problems } = read('', 'dollars', '?', 'CAD', 'USD', 'cad');
  t.strictSame([cur, bids.length], ['CAD', 2]);
  t.match(
    problems,
    wholeLists([
      { code: 3, message: 'a bid is in "", the first one in "CAD"' },
      { message: 'a bid is in "dollars", which is not a currency' },
      { message: 'a bid is in "?", which is not a currency' },
      { message: 'a bid is in "USD", the first one in "CAD"' },
    ]),
  );
  const unread = inOneCurrency([{ cur: 'EUR', bid: {} }, { cur: 'USD', bid: {} }, badReply('unreadable')]);
  t.match(unread, wholeLists({ bids: [{}], problems: [{ code: 3, message: 'unreadable' }, { message: /"USD"/ }] }));
  t.match(read('dollars'), wholeLists({ cur: '', bids: [], problems: [{ message: /is not a currency/ }] }));
  t.match(read('', ''), wholeLists({ cur: '', bids: [{}, {}], problems: [] }));
});
