/** A plugin that returns copies of its input changes no value in any call or answer of the fixtures (src/plugins). */
import { isDeepStrictEqual } from 'node:util';
import t from 'tap';
import { fixtureConfig } from '../../bench/fixture-config.ts';
import { readFixtures } from '../../bench/fixture-file.ts';
import { openFixtureHops } from '../../bench/fixture-hops.ts';
import { callText } from '../../bench/fixture-replies.ts';
import { textAt } from '../../src/auction/byte-range.ts';
import type { Plugin } from '../../src/plugins/contract.ts';
import { testFolder } from '../support/folder.ts';

/** Every call and answer of the fixtures as values, with this plugin, and the reported bugs. */
async function outcomes(plugin: Plugin | undefined, scratch: string) {
  const config = await fixtureConfig(scratch);
  const plugins = { it: { file: 'it.ts', enabled: true, settings: {}, lookUpMs: 30 } };
  const code = new Map(plugin === undefined ? [] : [['it', plugin]]);
  const hops = await openFixtureHops({ ...config, plugins }, { plugins: code, road: 'kept' });
  const found: unknown[] = [];
  const bugs: unknown[] = [];
  for (const fixture of readFixtures()) {
    const replies = new Map(fixture.calls.map((call) => [`${call.bidder} ${call.nth}`, call]));
    const { faults, prepared, settled } = await hops.run(fixture, (call, nth, body) => {
      found.push([call.bidder, call.uri, jsonOf(callText(call, body))]);
      return replies.get(`${call.bidder} ${nth}`) ?? { kind: 'reply', status: 204, elapsedMs: 1 };
    });
    const texts = settled && [settled.answer, ...settled.puts.map(({ value }) => value)];
    found.push([faults, ...(texts ?? []).map((range) => jsonOf(textAt(settled!.bytes, range)))]);
    bugs.push(...(prepared?.bugs ?? []), ...(settled?.bugs ?? []));
  }
  hops.close();
  return { found, bugs };
}

/** The value of a text; bodies within debug output are parsed as well, since the order of their members may differ. */
function jsonOf(text: string): unknown {
  if (!text.startsWith('{')) return text;
  return JSON.parse(text, (key, value: unknown) =>
    key === 'requestbody' && typeof value === 'string' && value !== '' ? jsonOf(value) : value,
  );
}

function copy<Value>(value: Value): Value {
  return structuredClone(value);
}

t.test('a plugin that returns copies changes no call and no answer of the fixtures', async (t) => {
  const scratch = testFolder(t);
  const without = await outcomes(undefined, scratch);
  t.ok(without.found.length > 1000, `${without.found.length} outcomes`);
  const copies = { auctionRequest: copy, bidderRequest: copy, bid: copy, auctionResponse: copy };
  const shallow: Plugin = { bidderRequest: (request) => ({ ...request }) };
  for (const [kind, plugin] of Object.entries({ deep: copies, shallow })) {
    const { found, bugs } = await outcomes(plugin, scratch);
    t.strictSame(bugs, [], kind);
    t.strictSame(
      found.filter((one, at) => !isDeepStrictEqual(one, without.found[at])),
      [],
      kind,
    );
  }
});
