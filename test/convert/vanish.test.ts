/** No setting of an old file vanishes: each that rules name, and any below them, is converted, noted, or named as not needed. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import type { Rule } from '../../src/convert/rule.ts';
import { oldServers, runConvert } from '../../src/convert/run-convert.ts';
import { pathsOf } from '../../src/convert/unknown-settings.ts';
import { loadBidders } from '../../src/load-bidders.ts';
import { testFolder } from '../support/folder.ts';
import { convertText } from './running-convert.ts';

const bases = {
  go: `gdpr: {default_value: "1"}
external_url: "http://h.example"
price_floors: {enabled: true}
adapters: {appnexus: {}}
account_defaults: {debug_allow: false}
`,
  java: `gdpr.default-value: 1
external-url: "http://h.example"
price-floors.enabled: true
adapters.appnexus.enabled: true
settings.default-account-config: {auction: {debug-allow: false}}
`,
};

type Word = keyof typeof bases;

/** What a value of any type is: a text that is no number, switch or word, a list, a map. */
const values = ['strange text', '[strange]', '{strange: text}'];

/** Converts a host's file without judging the result, which takes most of the time. */
async function run(
  file: string,
  word: Word,
  text: string,
): Promise<{ readonly out: string; readonly messages: string[] }> {
  let out = '';
  const messages: string[] = [];
  writeFileSync(file, text);
  await runConvert([file, '--from', word], {
    out: (more) => void (out += more),
    tell: (line) => void messages.push(line),
    loadKnown: async () => known,
    judge: async () => ({ faults: [], doubts: [] }),
  });
  return { out, messages };
}

const { known } = await loadBidders();

/** Settings of `rules` that leave no trace for some value: neither in the result nor in a message that is not always there. */
async function vanished(t: Test, word: Word, rules: readonly Rule[], below = ''): Promise<string[]> {
  const file = join(testFolder(t), 'old.yaml');
  const before = await run(file, word, bases[word]);
  const lost: string[] = [];
  const paths = rules.flatMap((rule) =>
    pathsOf(rule).map((path) => ({ path: `${below}${path}`, isJoint: 'join' in rule })),
  );
  for (const [at, { path: pattern, isJoint }] of paths.entries()) {
    const path = pattern.replace('*', 'appnexus').replaceAll('*', 'other');
    const words = path.split('.');
    const places = [
      pattern,
      ...words.map((_, last) => words.slice(0, last + 1).join('.')).slice(words.length > 2 ? 1 : 0),
    ];
    // Joint rules read values themselves, so they see all.
    for (const value of isJoint ? values : [values[at % values.length]!]) {
      const { out, messages } = await run(file, word, `${bases[word]}---\n${path}: ${value}\n`);
      const fresh = messages.filter((line) => !before.messages.includes(line)).join('\n');
      if (out === before.out && !places.some((place) => fresh.includes(place))) lost.push(`${path}: ${value}`);
    }
  }
  return lost;
}

for (const server of oldServers) {
  t.test(`no setting of a host of ${server.name} vanishes, whatever its type`, async (t) => {
    t.strictSame(await vanished(t, server.word as Word, server.hostRules), []);
  });

  t.test(`no setting of an account of ${server.name} vanishes, whatever its type`, async (t) => {
    // Ids are the names of accounts, and mean nothing in defaults.
    const rules = server.accountRules.filter((rule) => 'join' in rule || rule.from !== 'id');
    t.strictSame(await vanished(t, server.word as Word, rules, `${server.accountDefaults}.`), []);
  });
}

t.test('an unknown setting below one that may be a map is named', async (t) => {
  const { messages } = await convertText(
    t,
    'go',
    `${bases.go}stored_requests: {filesystem: {enabled: true, path: /x}}\n`,
  );
  t.match(messages.join('\n'), /^stored_requests\.filesystem\.path: is not a known setting of Prebid Server \(Go\)/m);
});

t.test('what many bidders state without need is named once', async (t) => {
  const text = `${bases.java}adapters: {rubicon: {geoscope: [a]}, ix: {geoscope: [b], meta-info: {maintainer-email: c}}}\n`;
  const { messages } = await convertText(t, 'java', text.replace('adapters.appnexus.enabled: true\n', ''));
  t.match(
    messages.join('\n'),
    /^not needed, so left out: adapters\.\*\.geoscope, adapters\.ix\.meta-info\.maintainer-email$/m,
  );
});

t.test('what one of several states without need is named once, and not as that of all', async (t) => {
  const text = `${bases.java}analytics: {pubstack: {enabled: false}, log: {enabled: true}}\n`;
  const { messages } = await convertText(t, 'java', text);
  t.match(messages.join('\n'), /^not needed, so left out: analytics\.pubstack$/m);
});

t.test('a list is never the same as a text', async (t) => {
  const { messages } = await convertText(
    t,
    'go',
    `${bases.go.replace('default_value: "1"', 'default_value: "1", non_standard_publishers: [p]')}`,
  );
  t.match(messages.join('\n'), /^gdpr\.non_standard_publishers: not supported: set privacy\.gdpr\.enabled to false/m);
});

t.test('a map that switches nothing on needs no note', async (t) => {
  const off = 'cache_events: {enabled: false, endpoint: ""}, http_events: {endpoint: "", refresh_rate_seconds: 0}';
  const { messages } = await convertText(t, 'go', `${bases.go}stored_requests: {${off}}\n`);
  t.notMatch(messages.join('\n'), /not supported/);
  t.match(
    messages.join('\n'),
    /^not needed, so left out: stored_requests\.http_events, stored_requests\.cache_events$/m,
  );
});
