/** Contxtful: loss notices, traces and incomplete bids, which no recorded case covers. */
import t from 'tap';
import contxtful from '../../src/bidders/contxtful.ts';
import { bidderOf, readingOf } from '../adapter/support.ts';
import { wholeLists } from '../support/whole-lists.ts';

const whole = { requestId: 'i1', cpm: 1, currency: 'USD', mediaType: 'banner', adm: 'x' };

/** The ids of the imps with bids, and the problems. */
function readOf(...body: object[]) {
  const { bids, problems } = readingOf(bidderOf(contxtful), { body });
  return [bids.map(({ bid }) => bid['impid']), problems.map(({ code, message }) => `${code}: ${message}`)];
}

t.test('a bid keeps its lurl', async (t) => {
  const body = [{ ...whole, lurl: 'https://lost.example/' }];
  t.match(readingOf(bidderOf(contxtful), { body }).bids, wholeLists([{ bid: { lurl: 'https://lost.example/' } }]));
});

t.test('an entry without a price or an imp is a trace: neither a bid nor a problem', async (t) => {
  t.strictSame(readOf({ traceId: 't' }, { ...whole, cpm: 0 }, { ...whole, requestId: undefined }, whole), [['i1'], []]);
});

t.test('a bid without a media type or markup is dropped with a problem', async (t) => {
  t.strictSame(readOf({ ...whole, mediaType: undefined }, { ...whole, adm: ' ' }, whole), [
    ['i1'],
    ['3: bid i1 has no ad media type', '3: bid i1 has no ad markup'],
  ]);
});
