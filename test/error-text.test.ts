/** How the errors that hinder a start are put into words (interface, 'Commands'). */
import t from 'tap';
import { faultsOf } from '../src/error-text.ts';

t.test('an error of several is all their sentences', async (t) => {
  t.same(faultsOf(new AggregateError([new Error('a'), new AggregateError([new Error('b'), 'c'])])), ['a', 'b', 'c']);
  t.same(faultsOf(null), ['null']);
});

t.test('a thread that cannot start names the limit, where Node names a code', async (t) => {
  const [fault] = faultsOf(Object.assign(new Error('EAGAIN'), { code: 'ERR_WORKER_INIT_FAILED' }));
  t.match(fault, /no further thread: raise its limit .*workers lower$/);
});
