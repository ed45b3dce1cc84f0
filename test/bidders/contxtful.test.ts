/** What a reply of Contxtful holds beside whole bids, as its public adapters read it, which no recorded case shows. */
import t from 'tap';
import contxtful from '../../src/bidders/contxtful.ts';
import { bidderOf, readingOf } from '../adapter/support.ts';
import { wholeLists } from '../support/whole-lists.ts';

const whole = { requestId: 'i1', cpm: 1, currency: 'USD', mediaType: 'banner', adm: 'x' };

/** The ids of the imps that got bids, and what is told. */
function readOf(...body: object[]) {
  const { bids, problems } = readingOf(bidderOf(contxtful), { body });
  return [bids.map(({ bid }) => bid['impid']), problems.map(({ code, message }) => `${code}: ${message}`)];
}

t.test('a bid brings the address that tells of its loss', async (t) => {
  const body = [{ ...whole, lurl: 'https://lost.example/' }];
  t.match(readingOf(bidderOf(contxtful), { body }).bids, wholeLists([{ bid: { lurl: 'https://lost.example/' } }]));
});

t.test('an entry without price or imp is a trace, which is no bid and no fault', async (t) => {
  t.strictSame(readOf({ traceId: 't' }, { ...whole, cpm: 0 }, { ...whole, requestId: undefined }, whole), [['i1'], []]);
});

t.test('a bid that has no kind or no markup is dropped and told', async (t) => {
  t.strictSame(readOf({ ...whole, mediaType: undefined }, { ...whole, adm: ' ' }, whole), [
    ['i1'],
    ['3: bid i1 has no ad media type', '3: bid i1 has no ad markup'],
  ]);
});
