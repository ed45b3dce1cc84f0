/** A bug in the code of a bidder or a plugin is counted, and in the log, whose it is and where, without filling it. */
import t from 'tap';
import { CodeBugs } from '../../src/observe/code-bugs.ts';

t.test("each one's first bug is told; those right behind it are counted alone", async (t) => {
  const lines: unknown[][] = [];
  const bugs = new CodeBugs({ error: (...line: unknown[]) => void lines.push(line) });
  const stack = 'TypeError: x\n    at acme.ts:7:1';
  const met = [
    { bidder: 'one', stack },
    { bidder: 'one', stack },
    { bidder: 'two', stack },
    { plugin: 'one', stack },
    { bidder: 'one', stack },
  ];
  met.forEach(bugs.note);
  const text = "bug in a bidder's code: the auction goes on without it";
  t.strictSame(lines, [
    [met[0], text],
    [met[2], text],
    [met[3], 'fault of a plugin: the auction goes on without it'],
  ]);
  t.strictSame(bugs.counts(), [
    { kind: 'bidder', name: 'one', count: 3 },
    { kind: 'bidder', name: 'two', count: 1 },
    { kind: 'plugin', name: 'one', count: 1 },
  ]);
});
