/** A bidder whose code has a bug that no hop expects: with `params.bug` it throws, an error or what the bug names, or ends its thread. */
import { Type } from 'typebox';
import { defineBidder } from '../../src/adapter/define-bidder.ts';

const definition = defineBidder({ code: 'bugged', params: Type.Object({}) });

function paramsFault(params: unknown): undefined {
  const { bug } = params as { bug?: unknown };
  if (bug === 'error') throw new TypeError('a bug');
  if (bug === 'exit') process.exit(1);
  // No thread can be given a function.
  if (bug === 'function') throw Object.assign(() => undefined, { toString: () => 'no error at all' });
}

export default { ...definition, adapter: { ...definition.adapter, paramsFault } };
