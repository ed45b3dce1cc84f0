/** How the errors that hinder a start are put into words (interface, 'Commands'). */
import t from 'tap';
import { faultsOf } from '../src/error-text.ts';

t.test('an error of several is all their sentences', async (t) => {
  t.same(faultsOf(new AggregateError([new Error('a'), new AggregateError([new Error('b'), 'c'])])), ['a', 'b', 'c']);
  t.same(faultsOf(null), ['null']);
});

/** The sentences of Node's error for a thread that did not start. */
function toldOf(said: string): readonly string[] {
  return faultsOf(Object.assign(new Error(said), { code: 'ERR_WORKER_INIT_FAILED' }));
}

t.test('a thread that cannot start names the limit, where Node names a code', async (t) => {
  t.match(toldOf('EAGAIN')[0], /no further thread: raise its limit .*ulimit -u\), or set workers lower$/);
  t.match(
    toldOf('Worker initialization failure: EMFILE')[0],
    /files .*: raise its limit .*ulimit -n\), or set workers lower$/,
  );
});
