/** Auctions that join in one turn of the event loop go on together, and none waits longer. */
import t from 'tap';
import { Cohort } from '../../src/auction/cohort.ts';

t.test('auctions that join in one turn go on together, step by step and in order', async (t) => {
  const cohort = new Cohort();
  const steps: string[] = [];
  const auction = async (name: string): Promise<void> => {
    steps.push(`${name} arrives`);
    await cohort.join();
    steps.push(`${name} prepares`);
    await Promise.resolve();
    steps.push(`${name} sends`);
  };
  await Promise.all(['a', 'b'].map(auction));
  t.strictSame(steps, ['a arrives', 'b arrives', 'a prepares', 'b prepares', 'a sends', 'b sends']);
});

t.test('work already due in a turn runs before its auctions go on', async (t) => {
  const cohort = new Cohort();
  let isHeard = false;
  const joined = cohort.join().then(() => isHeard);
  process.nextTick(() => {
    isHeard = true;
  });
  t.equal(await joined, true);
});

t.test('an auction that joins while others go on waits for the next turn', async (t) => {
  const cohort = new Cohort();
  const order: string[] = [];
  const join = async (name: string): Promise<void> => {
    await cohort.join();
    order.push(name);
  };
  let second: Promise<void> | undefined;
  const first = async (): Promise<void> => {
    await join('first');
    second = join('second');
  };
  await first();
  t.strictSame(order, ['first']);
  await second;
  t.strictSame(order, ['first', 'second']);
});
