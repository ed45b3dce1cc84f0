/** Which bidders an auction does not wait for (accounts' `secondaryBidders`). */
import t from 'tap';
import { secondaryBidders } from '../../src/config/account-bidders.ts';

t.test('names of secondary bidders count in any case', async (t) => {
  t.strictSame([...secondaryBidders({ secondaryBidders: ['appnexus', 'Mine'] })], ['appnexus', 'mine']);
});
