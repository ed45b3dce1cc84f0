/**
 * Regenerates `src/gzip/json-code.ts` (`node bench/make-json-code.ts`), the code in which short bodies are compressed (RFC 1951, 3.2.7),
 * from the symbols in the fixtures' requests.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { farthest, findRepeats, longest } from '../src/gzip/find-repeats.ts';
import { codesOf } from '../src/gzip/huffman.ts';
import { distanceRanges, endSymbol, firstLength, lengthRanges, symbolsOf } from '../src/gzip/repeat-symbols.ts';
import { readFixtures } from './fixture-file.ts';

/** The longest codes that deflate allows: for symbols, and for the lengths of their codes. */
const longestCode = 15;
const longestLengthCode = 7;
/** Every symbol counts as at least one in this many, so that it has a code even if the fixtures lack it. */
const rarest = 16_384;

/** How often each symbol occurs in the fixtures' requests: bytes, end and lengths; and distances. */
function countSymbols(): [literals: number[], distances: number[]] {
  const literals = Array<number>(firstLength + lengthRanges.length).fill(0);
  const distances = distanceRanges.map(() => 0);
  const lengthSymbols = symbolsOf(lengthRanges, longest);
  const distanceSymbols = symbolsOf(distanceRanges, farthest);
  for (const { body } of readFixtures()) {
    if (typeof body !== 'object') continue;
    literals[endSymbol]! += 1;
    findRepeats(Buffer.from(JSON.stringify(body)), {
      byte: (value) => void (literals[value]! += 1),
      repeat: (length, distance) => {
        literals[firstLength + lengthSymbols[length]!]! += 1;
        distances[distanceSymbols[distance]!]! += 1;
      },
    });
  }
  return [literals, distances];
}

/** Each symbol's code length in the best code with no length above `limit`. */
function codeLengths(counts: readonly number[], limit: number): number[] {
  const lengths = counts.map(() => 0);
  let trees = counts.flatMap((count, symbol) => (count === 0 ? [] : [{ count, symbols: [symbol] }]));
  while (trees.length > 1) {
    trees.sort((a, b) => a.count - b.count);
    const [a, b] = trees.splice(0, 2) as [(typeof trees)[0], (typeof trees)[0]];
    const symbols = [...a.symbols, ...b.symbols];
    for (const symbol of symbols) lengths[symbol]! += 1;
    trees = [...trees, { count: a.count + b.count, symbols }];
  }
  return Math.max(...lengths) <= limit
    ? lengths
    : codeLengths(
        counts.map((count) => Math.ceil(count / 2)),
        limit,
      );
}

function withRare(counts: readonly number[]): number[] {
  const all = counts.reduce((sum, count) => sum + count, 0);
  return counts.map((count) => Math.max(count, Math.ceil(all / rarest)));
}

/** A code length, or `again`, which repeats the previous length `times` times. */
interface Run {
  readonly symbol: number;
  readonly times?: number;
}

const again = 16;
/** The order in which a block's header lists the code lengths of the code-length symbols. */
const headerOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

function runsOf(lengths: readonly number[]): Run[] {
  const runs: Run[] = [];
  for (let at = 0; at < lengths.length;) {
    const symbol = lengths[at]!;
    const next = lengths.findIndex((length, place) => place > at && length !== symbol);
    let left = (next === -1 ? lengths.length : next) - at - 1;
    at += left + 1;
    runs.push({ symbol });
    for (; left >= 3; left -= Math.min(left, 6)) runs.push({ symbol: again, times: Math.min(left, 6) });
    for (; left > 0; left -= 1) runs.push({ symbol });
  }
  return runs;
}

/** The header of a block that is the only one, as a string of zeros and ones. */
function headerBits(lengths: readonly number[], literals: number): string {
  const runs = runsOf(lengths);
  const counts = headerOrder.map(() => 0);
  for (const { symbol } of runs) counts[symbol]! += 1;
  const lengthLengths = codeLengths(counts, longestLengthCode);
  const codes = codesOf(lengthLengths);
  let told = headerOrder.length;
  while (lengthLengths[headerOrder[told - 1]!] === 0) told -= 1;
  return [
    bits(1, 1),
    bits(2, 2),
    bits(literals - firstLength, 5),
    bits(lengths.length - literals - 1, 5),
    bits(told - 4, 4),
    ...headerOrder.slice(0, told).map((symbol) => bits(lengthLengths[symbol]!, 3)),
    ...runs.map(
      ({ symbol, times }) =>
        bits(codes[symbol]!, lengthLengths[symbol]!) + (times === undefined ? '' : bits(times - 3, 2)),
    ),
  ].join('');
}

/** The bits of a value as zeros and ones, lowest first. */
function bits(value: number, count: number): string {
  return count === 0 ? '' : [...value.toString(2).padStart(count, '0')].toReversed().join('');
}

function hexOf(ones: string): string {
  const bytes = ones.match(/.{1,8}/g)!.map((byte) => Number.parseInt([...byte].toReversed().join(''), 2));
  return Buffer.from(bytes).toString('hex');
}

/** The source of a constant that holds a long text, split into lines. */
function constant(name: string, text: string): string {
  if (text.length <= 80) return `export const ${name} = '${text}';\n`;
  return `export const ${name} =\n${text
    .match(/.{1,100}/g)!
    .map((line) => `  '${line}'`)
    .join(' +\n')};\n`;
}

const [literals, distances] = countSymbols().map((counts) => codeLengths(withRare(counts), longestCode)) as [
  number[],
  number[],
];
const header = headerBits([...literals, ...distances], literals.length);
const digits = (lengths: readonly number[]): string => lengths.map((length) => length.toString(16)).join('');
writeFileSync(
  join(import.meta.dirname, '../src/gzip/json-code.ts'),
  [
    '/** The Huffman code of all short bodies (RFC 1951, 3.2.7), generated by `bench/make-json-code.ts` from the fixtures: do not edit. */\n',
    '/** The header of the block that holds a body, and its length in bits. */',
    constant('headerHex', hexOf(header)) + `export const headerBits = ${header.length};\n`,
    '/** Code lengths in bits, one digit each: of the 256 bytes, the end symbol and the repeat lengths; of the repeat distances. */',
    constant('literalLengths', digits(literals)) + constant('distanceLengths', digits(distances)),
  ].join('\n'),
);
