/** A bug in a bidder's code is in the log, whose it is and where, without filling it. */
import t from 'tap';
import { tellBidderBugs } from '../../src/observe/bidder-bugs.ts';

t.test("each bidder's first bug is told; those right behind it are not", async (t) => {
  const lines: unknown[][] = [];
  const tell = tellBidderBugs({ error: (...line: unknown[]) => void lines.push(line) });
  const bugs = ['one', 'one', 'two', 'one'].map((bidder) => ({ bidder, stack: 'TypeError: x\n    at acme.ts:7:1' }));
  bugs.forEach(tell);
  const text = "bug in a bidder's code: the auction goes on without it";
  t.strictSame(lines, [
    [bugs[0], text],
    [bugs[2], text],
  ]);
});
