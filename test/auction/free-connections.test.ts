/** Which of a host's free connections is taken next, and which of them undici is told to trust. */
import t from 'tap';
import type { Connection } from '../../src/auction/connection.ts';
import { FreeConnections } from '../../src/auction/free-connections.ts';

/** Free connections by their names, and who has been trusted. */
function named(): {
  readonly free: FreeConnections;
  readonly turns: { turn: number };
  readonly trusted: string[];
  readonly put: (name: string, isOpen?: boolean) => void;
  readonly nameOf: (connection: Connection | undefined) => string | undefined;
} {
  const turns = { turn: 1 };
  const free = new FreeConnections(turns);
  const trusted: string[] = [];
  const byName = new Map<string, Connection>();
  const put = (name: string, isOpen = true): void => {
    const made = { isOpen, trust: () => void trusted.push(name) } as unknown as Connection;
    byName.set(name, byName.get(name) ?? made);
    free.put(byName.get(name)!, isOpen);
  };
  const nameOf = (connection: Connection | undefined) => [...byName].find(([, one]) => one === connection)?.[0];
  return { free, turns, trusted, put, nameOf };
}

t.test('one given back since the turn was first waited for is not trusted, one given back before is', async (t) => {
  const { free, turns, trusted, put, nameOf } = named();
  put('a');
  t.equal(nameOf(free.take()), 'a');
  t.strictSame(trusted, []);
  put('a');
  turns.turn = 2;
  t.equal(nameOf(free.take()), 'a');
  t.strictSame(trusted, ['a']);
  put('a');
  t.equal(nameOf(free.take()), 'a');
  t.strictSame(trusted, ['a'], 'for one call');
});

t.test('those that have been heard come first, the warmest of them before others; closed ones come last', async (t) => {
  const { free, turns, trusted, put, nameOf } = named();
  put('closed', false);
  put('a');
  put('b');
  turns.turn = 2;
  put('c');
  put('closed too', false);
  put('d');
  t.equal(free.open, 4);
  const taken = Array.from({ length: 7 }, () => nameOf(free.take()));
  t.strictSame(taken, ['b', 'a', 'd', 'c', 'closed too', 'closed', undefined]);
  t.strictSame(trusted, ['b', 'a']);
  t.equal(free.open, 0);
});

t.test('what is taken at any time is never trusted', async (t) => {
  const { free, turns, trusted, put, nameOf } = named();
  put('a');
  turns.turn = 2;
  put('b');
  put('c', false);
  turns.turn = 3;
  const taken = Array.from({ length: 4 }, () => nameOf(free.takeAny()));
  t.strictSame(taken, ['b', 'a', 'c', undefined]);
  t.strictSame(trusted, []);
});
