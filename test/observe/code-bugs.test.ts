/** Bugs in the code of bidders and plugins are counted, and logged with name and place without filling the log. */
import t from 'tap';
import { CodeBugs } from '../../src/observe/code-bugs.ts';

t.test('the first bug of each bidder and plugin is logged; those right after it are only counted', async (t) => {
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
  const text = "bug in a bidder's code: the auction continues without it";
  t.strictSame(lines, [
    [met[0], text],
    [met[2], text],
    [met[3], 'a plugin failed: the auction continues without it'],
  ]);
  t.strictSame(bugs.counts(), [
    { kind: 'bidder', name: 'one', count: 3 },
    { kind: 'bidder', name: 'two', count: 1 },
    { kind: 'plugin', name: 'one', count: 1 },
  ]);
});
