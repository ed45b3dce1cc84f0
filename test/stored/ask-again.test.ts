/** How often a query is repeated whose connection had ended (src/stored/ask-again). */
import t from 'tap';
import { askAgain } from '../../src/stored/ask-again.ts';

/** What ends an ask: a lost connection, or an answer that is an error. */
const lost = new Error('lost');
const refused = new Error('refused');
const isLost = (error: unknown): boolean => error === lost;

t.test('connections that end at the same time as the first cost no further query', async (t) => {
  let idle = 3;
  let asked = 0;
  const ask = async (): Promise<string> => {
    asked += 1;
    if (idle === 0) return 'the answer of a new connection';
    setImmediate(() => (idle = 0));
    throw lost;
  };
  t.equal(await askAgain(ask, { isReused: () => idle > 0, isLost }), 'the answer of a new connection');
  t.equal(asked, 2);
});

t.test('a query that ends each connection is not sent for ever, and an error that is an answer is final', async (t) => {
  for (const [error, times] of [
    [lost, 11],
    [refused, 1],
  ] as const) {
    let asked = 0;
    const ask = async (): Promise<never> => {
      asked += 1;
      throw error;
    };
    await t.rejects(askAgain(ask, { isReused: () => true, isLost }), error);
    t.equal(asked, times);
  }
});
