/** Warnings at the start: settings that are valid, but hardly what their host means. */
import t from 'tap';
import { wholeLists } from '../support/whole-lists.ts';
import { doubts, sound } from './doubted.ts';

t.test('a complete configuration gets no warning, nor does one for this machine only', async (t) => {
  t.strictSame(doubts(sound), []);
  for (const host of ['127.0.0.1', 'localhost', '::1'])
    t.strictSame(doubts({ ...sound, externalUrl: 'http://localhost:8000', host }), []);
});

t.test('warns of the least configuration that browsers do not reach it and vendor lists are missing', async (t) => {
  const least = { bidders: sound.bidders, privacy: { gdpr: { defaultScope: true } } };
  t.match(
    doubts(least),
    wholeLists([
      /^externalUrl is http:\/\/localhost:8000, .* set it to the URL at which browsers reach this host$/,
      /^privacy\.gdpr\.vendorListUrl is empty, .* no bidder is called .*: set it to https:.*, or name vendorListDir$/,
    ]),
  );
  for (const gdpr of [{ enabled: false }, { defaultScope: true, vendorListDir: 'lists' }])
    t.strictSame(doubts({ ...sound, privacy: { gdpr } }), []);
  const effects = { basic: /, .* no bidder is called .*:/, none: /, .* no bidder gets an id .*:/ };
  for (const [enforce, effect] of Object.entries(effects))
    t.match(
      doubts({ ...sound, privacy: { gdpr: { defaultScope: true, purposes: { p2: { enforce } } } } }),
      wholeLists([effect]),
    );
});

t.test('warns of a wait for stored data, or for the cache, that leaves bidders no time', async (t) => {
  const auction = { tmaxDefaultMs: 800, networkReserveMs: 20, responseReserveMs: 30 };
  t.strictSame(doubts({ ...sound, auction, stored: { timeoutMs: 749 }, cache: { expectedMs: 749 } }), []);
  const left = 'of an auction without tmax the reserves leave 750 (auction.tmaxDefaultMs 800)';
  t.strictSame(doubts({ ...sound, auction, stored: { timeoutMs: 750 }, cache: { expectedMs: 750 } }), [
    `stored.timeoutMs is 750, but ${left}: set it to a fraction of that, or auctions that wait that long get no bids`,
    `cache.expectedMs is 750, but ${left}: set it to a fraction of that, or auctions that cache bids call nobody`,
  ]);
});

const ofCache = (publicUrl: string, more: object = {}) => doubts({ ...sound, cache: { publicUrl }, ...more });

t.test('warns of an address of cached bids that browsers do not reach', async (t) => {
  t.strictSame(ofCache('http://localhost:8000/cache'), [
    'cache.publicUrl is http://localhost:8000/cache, where other machines find no cached bid: leave it out, or set it to the URL at which players reach the cache',
  ]);
  t.strictSame(ofCache('https://cache.example/cache'), []);
  const here = { host: '127.0.0.1', externalUrl: 'http://localhost:8000' };
  t.strictSame(ofCache('http://localhost:9000/cache', here), []);
});

t.test('warns of a log level at which no reason is logged', async (t) => {
  for (const level of ['error', 'fatal', 'silent'])
    t.strictSame(doubts({ ...sound, log: { level } }), [
      `log.level is ${level}, so the log does not say why bidders, stores and caches fail: set it to warn or info`,
    ]);
  for (const level of ['warn', 'info', 'trace']) t.strictSame(doubts({ ...sound, log: { level } }), []);
});

t.test('warns of an external URL without https, at which browsers keep no cookie', async (t) => {
  t.match(
    doubts({ ...sound, externalUrl: 'http://auctions.example' }),
    wholeLists([
      /^externalUrl is http:\/\/auctions\.example, and browsers .* only over https: set it to the https URL of this host$/,
    ]),
  );
  t.strictSame(doubts({ ...sound, externalUrl: 'http://gavel.sync.localhost' }), [], 'browsers trust such names');
});

t.test('warns that Prebid clients show no bid where includeWinners is false', async (t) => {
  const prebid = { ...sound, namespace: 'prebid' };
  t.match(
    doubts(prebid),
    wholeLists([/^targeting\.includeWinners is false, .* Prebid Mobile.* show no bid .*: set it and .* to true$/]),
  );
  const winners = { includeWinners: true };
  t.strictSame(doubts({ ...prebid, targeting: winners }), []);
  t.strictSame(doubts({ ...prebid, accounts: { defaults: { targeting: winners } } }), []);
});

t.test('warns of own bidders without a vendor id', async (t) => {
  const endpoint = 'https://own.example/bid';
  const own = { own: { endpoint }, second: { aliasOf: 'appnexus' }, none: { endpoint, gvlVendorId: 0 }, appnexus: {} };
  const off = { off: { endpoint, enabled: false } };
  const gdpr = sound.privacy.gdpr;
  t.strictSame(doubts({ ...sound, bidders: { ...own, ...off } }), [
    'gvlVendorId is not set for own, second, and without it they get no ids under GDPR, no browser is synced with them, and they are not called: set it in bidders.<code>, to 0 if there is none',
  ]);
  const many = Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`own${at}`, { endpoint }]));
  const lax = { gdpr: { ...gdpr, purposes: { p2: { enforce: 'none' } } } };
  t.match(
    doubts({ ...sound, bidders: many, privacy: lax }),
    wholeLists([/ own8, own9, …, .* synced with them: set it/]),
  );
  t.strictSame(doubts({ ...sound, bidders: many, privacy: { gdpr: { enabled: false } } }), []);
});

const ofListUrl = (vendorListUrl: string) =>
  doubts({ ...sound, privacy: { gdpr: { ...sound.privacy.gdpr, vendorListUrl } } });

const unkept = (effect: string): string =>
  `privacy.gdpr.vendorListDir is empty, so each start fetches the vendor lists again, and until one arrives ${effect} requests that need it: name a folder to keep them in`;

t.test('warns of vendor lists that no folder keeps from one start to the next', async (t) => {
  const gdpr = { ...sound.privacy.gdpr, vendorListDir: '' };
  t.strictSame(doubts({ ...sound, privacy: { gdpr } }), [unkept('no bidder is called for')]);
  t.strictSame(doubts({ ...sound, privacy: { gdpr: { ...gdpr, purposes: { p2: { enforce: 'none' } } } } }), [
    unkept('no bidder gets an id with'),
  ]);
  t.strictSame(doubts({ ...sound, privacy: { gdpr: { ...gdpr, enabled: false } } }), []);
});

t.test('warns of a vendor list URL with {SPEC} and without {VERSION}', async (t) => {
  t.match(
    ofListUrl('https://lists.example/v{SPEC}/'),
    wholeLists([/^privacy\.gdpr\.vendorListUrl has \{SPEC\} and no \{VERSION\}, .*: add .*, or leave out .*$/]),
  );
  t.strictSame(ofListUrl('https://lists.example/v{SPEC}/{VERSION}.json'), []);
  t.strictSame(ofListUrl('https://lists.example/{VERSION}.json'), []);
});

t.test('warns of a configuration without bidders', async (t) => {
  t.match(doubts({ ...sound, bidders: {} }), wholeLists([/^bidders is empty, .*: add a bidder$/]));
});

const denied = (condition: object) => ({
  rules: [
    { condition: { gpc: '0' }, allow: true },
    { condition, allow: false },
  ],
});
const ofActivities = (allowActivities: object) =>
  doubts({ ...sound, accounts: { defaults: { privacy: { allowActivities } } } });

t.test('warns of activity rules that never match', async (t) => {
  const place = 'accounts.defaults.privacy.allowActivities';
  t.strictSame(ofActivities({ fetchBids: denied({ componentName: [], gppSid: [7], geo: [] }) }), [
    `${place}.fetchBids.rules[1].condition.componentName is empty, so the rule never matches: fill it or leave it out`,
    `${place}.fetchBids.rules[1].condition.geo is empty, so the rule never matches: fill it or leave it out`,
  ]);
  t.strictSame(ofActivities({ syncUser: denied({ geo: ['USA.CA'], gpc: '1' }) }), [
    `${place}.syncUser.rules[1].condition.geo is set, but user sync has no location, so the rule never matches: leave it out, or list sections in gppSid`,
  ]);
  t.strictSame(ofActivities({ transmitUfpd: denied({ geo: ['USA', 'US', 'US.CA', 'US'] }) }), [
    `${place}.transmitUfpd.rules[1].condition.geo names "US", but requests have three-letter country codes: write USA, or USA.CA for a region`,
    `${place}.transmitUfpd.rules[1].condition.geo names "US.CA", but requests have three-letter country codes: write USA, or USA.CA for a region`,
  ]);
  t.strictSame(
    ofActivities({
      fetchBids: denied({ geo: ['USA.CA', 'deu'] }),
      syncUser: denied({ gppSid: [8] }),
      transmitTid: denied({}),
    }),
    [],
  );
});

t.test('warns of unknown bidders in settings of accounts', async (t) => {
  const off = { enabled: false };
  const named = { acme: off, ACME: off, appnexus: off, acne: off, stranger: off };
  t.strictSame(doubts({ ...sound, accounts: { defaults: { bidders: named } } }), [
    'accounts.defaults.bidders.acne is not a bidder here: did you mean acme?',
    'accounts.defaults.bidders.stranger is not a bidder here: correct it, unless it is an alias that requests define',
  ]);
  const preferredMediaType = { acme: 'video', ACNE: 'video' };
  const acme = { ...sound.bidders.acme, multiformatSupported: false };
  t.strictSame(doubts({ ...sound, bidders: { acme }, accounts: { defaults: { preferredMediaType } } }), [
    'accounts.defaults.preferredMediaType.ACNE is not a bidder here: did you mean acme?',
  ]);
  const secondaryBidders = ['acme', 'stranger', 'Appnexus'];
  t.strictSame(doubts({ ...sound, accounts: { defaults: { secondaryBidders } } }), [
    'accounts.defaults.secondaryBidders.stranger is not a bidder here: correct it, unless it is an alias that requests define',
  ]);
  const cookieSync = { priorityGroups: [['acme'], ['stranger']] };
  t.strictSame(doubts({ ...sound, accounts: { defaults: { cookieSync } } }), [
    'accounts.defaults.cookieSync.priorityGroups.stranger is not a bidder here: correct it, unless it is an alias that requests define',
  ]);
});

t.test('warns of unknown bidders in bid adjustments of accounts', async (t) => {
  const all = { '*': [{ adjtype: 'multiplier', value: 0.9 }] };
  const mediatype = { '*': { '*': all, ACME: all }, 'video-instream': { acne: all, appnexus: all } };
  t.strictSame(doubts({ ...sound, accounts: { defaults: { bidAdjustments: { mediatype } } } }), [
    'accounts.defaults.bidAdjustments.mediatype.video-instream.acne is not a bidder here: did you mean acme?',
  ]);
});

t.test('warns of banner size limits that no check uses', async (t) => {
  const place = { validation: { bannerMaxWidth: 970 } };
  const advice = 'set that to warn or enforce, unless accounts do so themselves';
  t.strictSame(doubts({ ...sound, ...place }), [
    `validation.bannerMaxWidth has no effect while validation.bannerSize is skip: ${advice}`,
  ]);
  const both = { validation: { bannerMaxWidth: 970, bannerMaxHeight: 250 } };
  t.strictSame(doubts({ ...sound, accounts: { defaults: both } }), [
    `accounts.defaults.validation.bannerMaxWidth has no effect while validation.bannerSize is skip: ${advice}`,
    `accounts.defaults.validation.bannerMaxHeight has no effect while validation.bannerSize is skip: ${advice}`,
  ]);
  for (const bannerSize of ['warn', 'enforce']) {
    t.strictSame(doubts({ ...sound, validation: { ...place.validation, bannerSize } }), []);
    t.strictSame(doubts({ ...sound, ...place, accounts: { defaults: { validation: { bannerSize } } } }), []);
  }
  const off = { accounts: { defaults: { validation: { bannerSize: 'skip' } } } };
  t.strictSame(doubts({ ...sound, validation: { ...place.validation, bannerSize: 'warn' }, ...off }), [
    `validation.bannerMaxWidth has no effect while accounts.defaults.validation.bannerSize is skip: ${advice}`,
  ]);
});

t.test('warns of a preferred media type for a bidder that takes several in one imp', async (t) => {
  const bidders = { ...sound.bidders, one: { ...sound.bidders.acme, multiformatSupported: false } };
  const preferredMediaType = { ACME: 'video', one: 'banner' };
  t.strictSame(doubts({ ...sound, bidders, accounts: { defaults: { preferredMediaType } } }), [
    'accounts.defaults.preferredMediaType.acme has no effect, because acme supports imps with several media types: leave it out, or set bidders.acme.multiformatSupported to false',
  ]);
});
