/** The example params of each bidder (bidders, 'From the same definition') produce a call. */
import t from 'tap';
import { loadBidders } from '../../src/load-bidders.ts';
import { callsOf } from '../adapter/support.ts';
import { completeImp, completeRequests, readyBidder } from './complete-requests.ts';

const { definitions } = await loadBidders();

t.test('the example params of every bidder produce a call on a site or in an app', async (t) => {
  for (const definition of definitions) {
    const bidder = readyBidder(definition);
    const imp = { ...completeImp, params: definition.example };
    const asked = completeRequests.map((request) => callsOf(bidder, [imp], request));
    const messages = asked.flatMap(({ problems }) => problems.map(({ message }) => message));
    t.ok(
      asked.some(({ calls }) => calls.length > 0),
      `${definition.code}: ${messages.join('; ')}`,
    );
  }
});
