/** Reading `ext.svc.targeting` with the host's defaults (spec 4.1.3; decisions, 'includewinners', 'Truncation'). */
import t from 'tap';
import { compileGranularity, mediumGranularity } from '../../src/money/granularity.ts';
import { cutKey } from '../../src/money/key-length.ts';
import { describeKeyless, readTargeting, type TargetingDefaults } from '../../src/money/targeting.ts';
import type { Targeting } from '../../src/openrtb/svc.ts';

const defaults: TargetingDefaults = {
  prefix: 'hb',
  truncateKeyLength: 20,
  includeWinners: false,
  includeBidderKeys: false,
  seed: '00',
  env: '',
};
const medium = mediumGranularity;

t.test("an empty targeting has the host's defaults", async (t) => {
  t.strictSame(readTargeting({}, defaults), {
    settings: {
      prefix: 'hb',
      truncateKeyLength: 20,
      includewinners: false,
      includebidderkeys: false,
      includeformat: false,
      preferdeals: false,
      alwaysincludedeals: false,
      env: '',
      rounding: 'down',
      granularity: { banner: medium, video: medium, audio: medium, native: medium },
    },
    warnings: [],
  });
});

t.test("includewinners and includebidderkeys are the request's, else the host's, and true for AMP", async (t) => {
  const on = { ...defaults, includeWinners: true, includeBidderKeys: true };
  const amp: TargetingDefaults = { ...defaults, env: 'amp' };
  const off = { includewinners: false, includebidderkeys: false };
  const cases: [string, Targeting, TargetingDefaults, boolean][] = [
    ['absent', {}, defaults, false],
    ['host', {}, on, true],
    ['request over host', off, on, false],
    ['amp', {}, amp, true],
    ['request over amp', off, amp, false],
    ['request', { includewinners: true, includebidderkeys: true }, defaults, true],
  ];
  for (const [name, targeting, host, want] of cases) {
    const { settings } = readTargeting(targeting, host);
    t.match(settings, { includewinners: want, includebidderkeys: want, env: host.env }, name);
  }
  t.match(readTargeting({ includewinners: true }, defaults).settings, {
    includewinners: true,
    includebidderkeys: false,
  });
});

t.test('targeting that gives no keys has a warning, unless both flags are false on purpose', async (t) => {
  const keyless = (targeting: Targeting, host = defaults) =>
    describeKeyless(targeting, readTargeting(targeting, host).settings);
  const fix = 'set includewinners or includebidderkeys to true';
  t.equal(keyless({}), `targeting asks for no keys: ${fix}`);
  t.equal(keyless({ includewinners: false, alwaysincludedeals: true }), `targeting asks for no keys: ${fix}`);
  const silent: [Targeting, TargetingDefaults][] = [
    [{ includewinners: false, includebidderkeys: false }, defaults],
    [{ includebidderkeys: true }, defaults],
    [{}, { ...defaults, includeWinners: true }],
    [{}, { ...defaults, env: 'amp' }],
  ];
  for (const [targeting, host] of silent) t.equal(keyless(targeting, host), undefined, JSON.stringify(targeting));
});

t.test('each true flag is in the settings', async (t) => {
  for (const flag of ['includeformat', 'preferdeals', 'alwaysincludedeals'] as const) {
    t.equal(readTargeting({ [flag]: true }, defaults).settings[flag], true, flag);
  }
});

t.test('a prefix too long for the name of a key is replaced by the default with a warning', async (t) => {
  const cases: [string, number, string, string, number][] = [
    ['', 20, 'hb', 'hb', 0],
    ['abcdefghi', 20, 'hb', 'abcdefghi', 0],
    ['abcdefghij', 20, 'hb', 'hb', 1],
    ['abcdefghij', 20, 'xy', 'xy', 1],
    ['', 20, 'abcdefghij', 'hb', 1],
    ['abcdefghij', 20, 'abcdefghij', 'hb', 2],
    ['abc', 20, 'abcdefghij', 'abc', 0],
    ['', 12, 'acc', 'hb', 1],
    ['', 5, 'hb', 'hb', 0],
    ['a'.repeat(64), 0, 'hb', 'a'.repeat(64), 0],
    ['a'.repeat(65), 0, 'hb', 'hb', 1],
    ['abc', 5, 'hb', 'hb', 1],
  ];
  for (const [asked, truncateKeyLength, host, prefix, warnings] of cases) {
    const read = readTargeting({ prefix: asked }, { ...defaults, truncateKeyLength, prefix: host });
    t.equal(read.settings.prefix, prefix, `${asked} in ${truncateKeyLength}`);
    t.equal(read.warnings.length, warnings, `${asked} in ${truncateKeyLength}`);
  }
  const text = 'targeting.prefix is longer than 9 characters and was ignored: shorten it';
  const { warnings } = readTargeting({ prefix: 'abcdefghij' }, { ...defaults, prefix: 'klmnopqrst' });
  t.strictSame(warnings, [
    { of: 'request', text },
    { of: 'defaults', text },
  ]);
});

t.test("truncateattrchars takes precedence over the host's key length", async (t) => {
  const cases: [Targeting, string, number, string, number][] = [
    [{ truncateattrchars: 0 }, 'hb', 0, 'hb', 0],
    [{ truncateattrchars: 255 }, 'hb', 255, 'hb', 0],
    [{ truncateattrchars: 1 }, 'hb', 1, 'hb', 0],
    [{ truncateattrchars: 1, prefix: 'hb' }, 'acme', 1, 'hb', 0],
    [{ truncateattrchars: 15, prefix: 'abcd' }, 'hb', 15, 'abcd', 0],
    [{ truncateattrchars: 15 }, 'acme', 15, 'acme', 0],
    [{ truncateattrchars: 14 }, 'acme', 14, 'hb', 1],
  ];
  for (const [asked, host, truncateKeyLength, prefix, warnings] of cases) {
    const read = readTargeting(asked, { ...defaults, prefix: host });
    const name = `${JSON.stringify(asked)} where the host has ${host}`;
    t.strictSame(
      [read.settings.truncateKeyLength, read.settings.prefix, read.warnings.length],
      [truncateKeyLength, prefix, warnings],
      name,
    );
  }
});

t.test('granularity is by media type, else the general one', async (t) => {
  const high = compileGranularity('high');
  const low = compileGranularity('low');
  const custom = { precision: 1, ranges: [{ max: 3, increment: 0.5 }] };
  const { settings } = readTargeting(
    { pricegranularity: 'high', mediatypepricegranularity: { video: 'low', native: custom } },
    defaults,
  );
  t.equal(settings.granularity.banner, high);
  t.equal(settings.granularity.audio, high);
  t.equal(settings.granularity.video, low);
  t.match(settings.granularity.native, { precision: 1, top: '3.0' });
});

t.test('an invalid granularity is medium', async (t) => {
  const { settings } = readTargeting(
    { pricegranularity: 'tiny', mediatypepricegranularity: { video: { precision: 99 } } },
    defaults,
  );
  t.equal(settings.granularity.banner, medium);
  t.equal(settings.granularity.video, medium);
});

t.test('a key is cut to the limit, never inside a character', async (t) => {
  t.equal(cutKey('hb_bidder_bidderAbc', 20), 'hb_bidder_bidderAbc');
  t.equal(cutKey('hb_bidder_bidderAbcd', 20), 'hb_bidder_bidderAbcd');
  t.equal(cutKey('hb_bidder_bidderAbcde', 20), 'hb_bidder_bidderAbcd');
  t.equal(cutKey('hb_bidder_bidderAbcde', 0), 'hb_bidder_bidderAbcde');
  for (const character of ['\u{1F600}', '\u{10000}', '\u{10FFFF}']) t.equal(cutKey(`ab${character}`, 3), 'ab');
  t.equal(cutKey('ab\u{1F600}c', 4), 'ab\u{1F600}');
});
