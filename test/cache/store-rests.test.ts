/** When a bid store that fails is left alone, and for how long (decisions, 'Caching'). */
import t from 'tap';
import { StoreRests } from '../../src/cache/store-rests.ts';

t.test('five failures in a row start a rest of a second, and then each further one another', async (t) => {
  let nowMs = 0;
  const told: unknown[] = [];
  const rests = new StoreRests({ onTrouble: (error) => told.push(error), nowMs: () => nowMs });
  const fail = (): void => rests.noteFailure('away', performance.now());
  for (let times = 0; times < 4; times++) fail();
  rests.end();
  for (let times = 0; times < 4; times++) fail();
  t.notOk(rests.isResting(), 'a success resets the row');
  t.strictSame(told, []);
  fail();
  t.ok(rests.isResting());
  t.strictSame(told, ['away']);
  nowMs = 500;
  fail();
  nowMs = 999;
  t.ok(rests.isResting());
  nowMs = 1000;
  t.notOk(rests.isResting(), 'failures during a rest do not extend it');
  fail();
  t.ok(rests.isResting(), 'one more is enough');
});

t.test('failures at the same time count as one', async (t) => {
  const rests = new StoreRests({ onTrouble: () => t.fail() });
  const begunAtMs = performance.now() - 1;
  for (let times = 0; times < 10; times++) rests.noteFailure('away', begunAtMs);
  t.notOk(rests.isResting());
});
