/** Reading files of captured auctions: long lines, a last line that is cut off, invalid lines (issue 6, item 3). */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { auctionsOf, surveyOf } from '../../bench/replay/captured-file.ts';
import { testFolder } from '../support/folder.ts';

const path = join(testFolder(t), 'auctions.ndjson');

function lineOf(at: number, page = 'p'): string {
  return JSON.stringify({ v: 1, at, method: 'POST', path: '/', headers: {}, body: { id: `r${at}`, page }, calls: [] });
}

/** The survey of a file with this text, then line number and time of each auction read from it. */
async function playedFrom(text: string): Promise<unknown[]> {
  writeFileSync(path, text);
  const survey = await surveyOf(path);
  const played: unknown[] = [];
  for await (const { number, auction } of auctionsOf(path, survey)) played.push([number, auction.at]);
  return [survey, ...played];
}

t.test('a file is read line by line; empty lines are skipped, and U+2028 ends no line', async (t) => {
  // Longer than one read, with a line separator that JSON allows in a text.
  const page = `é${'x'.repeat(3_000_000)}\u2028`;
  const text = `${lineOf(7, page)}\n\n${lineOf(9)}`;
  const calledAt = new Map();
  t.strictSame(await playedFrom(text), [
    { auctions: 2, firstAt: 7, lastAt: 9, calledAt, hasToken: false, isCut: false },
    [1, 7],
    [3, 9],
  ]);
  t.match(await playedFrom(''), [{ auctions: 0 }]);
});

t.test('a last line that is cut off is left out, and the survey says so', async (t) => {
  const text = `${lineOf(7)}\n${lineOf(9).slice(0, -20)}`;
  const calledAt = new Map();
  t.strictSame(await playedFrom(text), [
    { auctions: 1, firstAt: 7, lastAt: 7, calledAt, hasToken: false, isCut: true },
    [1, 7],
  ]);
});

t.test('any other line that is no captured auction is an error with its line number', async (t) => {
  for (const wrong of ['{"v":1', '{"v":2,"calls":[]}', 'null', '[]'])
    await t.rejects(
      playedFrom(`${lineOf(7)}\n${wrong}\n${lineOf(9)}\n`),
      /auctions\.ndjson:2 is not a captured auction/,
    );
  await t.rejects(playedFrom('{"v":1,'), /:1 is not a captured auction/, 'a cut-off line with none before it');
  await t.rejects(surveyOf(join(path, 'nothing')), /nothing cannot be read \(ENOTDIR\): name a file below/);
});
