/** Converts bidders and aliases of Prebid Server Java: settings, which are on, and messages. */
import t from 'tap';
import { runCases, type Case } from './rule-cases.ts';

const cases: readonly Case[] = [
  ['adapters.pubmatic: {enabled: 1, ortb-version: "2.6"}', { bidders: { pubmatic: { ortbVersion: '2.6' } } }],
  [
    'adapters.pubmatic: {enabled: true, ortb-version: "3.0"}',
    { bidders: { pubmatic: {} } },
    /^adapters\.pubmatic\.ortb-version: ignored: bidders\.pubmatic\.ortbVersion must/m,
  ],
  [
    'adapters.pubmatic: {endpoint: "https://a.example"}',
    { bidders: undefined },
    /^adapters: disabled in the old server, so left out: pubmatic$/m,
  ],
  [
    'adapter-defaults.enabled: true\nadapters.pubmatic: {endpoint: "https://a.example"}',
    { bidders: { pubmatic: { endpoint: 'https://a.example' } } },
    /^adapter-defaults\.enabled: .*--bidders/m,
  ],
  [
    'adapters.adkernelAdn: {enabled: true, aliases: {ownadn: {enabled: true, meta-info.vendor-id: 7}}}',
    { bidders: { adkernelAdn: {}, ownadn: { aliasOf: 'adkernelAdn', gvlVendorId: 7 } } },
  ],
  [
    'adapters.rubicon: {enabled: true, endpoint: "https://r.example", aliases: {magnite: {endpoint: "https://m.example"}}}',
    { bidders: { rubicon: { endpoint: 'https://r.example' }, magnite: undefined } },
  ],
  [
    'adapters.thirtythreeacross: {enabled: true, endpoint: "https://o.example", aliases: {33across: {enabled: true}}}',
    {
      bidders: {
        thirtythreeacross: { aliasOf: '33across', endpoint: 'https://o.example', gvlVendorId: 58 },
        '33across': {},
      },
    },
  ],
  [
    'adapters.generic.aliases.acme: {enabled: true, endpoint: "https://m.example"}',
    { bidders: { generic: undefined, acme: { adapter: 'openrtb', endpoint: 'https://m.example' } } },
  ],
  [
    'adapters.adnuntius: {enabled: true, eu-endpoint: "https://eu.example/i"}',
    { bidders: { adnuntius: { extraInfo: 'https://eu.example/i' } } },
  ],
  [
    'adapters.thetradedesk: {enabled: true, extra-info: {supply-id: s1}}',
    { bidders: { thetradedesk: { extraInfo: 's1' } } },
    /^adapters\.thetradedesk\.enabled: Prebid Server Java also calls the aliases/m,
  ],
  [
    'adapters.msft: {enabled: true, hb-source: 5, hb-source-video: 6}',
    { bidders: { msft: { extraInfo: '{"hb_source":5,"hb_source_video":6}' } } },
  ],
  [
    'adapters.triplelift_native: {enabled: true, whitelist: ["1", "2"]}',
    { bidders: { triplelift_native: { extraInfo: '{"publisher_whitelist":["1","2"]}' } } },
  ],
  [
    'adapters.huaweiads: {enabled: true, extra-info: {closeSiteSelectionByCountry: "1"}}',
    { bidders: { huaweiads: { extraInfo: '{"closeSiteSelectionByCountry":"1"}' } } },
  ],
  [
    'adapters.openx: {enabled: true, usersync: {type: iframe, url: "https://s.example/?r=", support-cors: true}}',
    { bidders: { openx: { usersync: { iframe: { url: 'https://s.example/?r=', 'support-cors': true } } } } },
  ],
  [
    'adapters.openx: {enabled: true, usersync: {enabled: false, skipwhen: {gdpr: true, gpp_sid: "7,8"}}}',
    { bidders: { openx: { usersync: { enabled: false, skipwhen: { gdpr: true, gpp_sid: [7, 8] } } } } },
  ],
  [
    'adapters.openx: {enabled: true, tmax-deduction-ms: 20, debug.allow: false}',
    { bidders: { openx: { debugAllowed: false } } },
    /^adapters\.openx\.tmax-deduction-ms: not supported: every bidder gets the same tmax/m,
  ],
  [
    'adapters.openx: {enabled: true, endpont: x}',
    { bidders: { openx: {} } },
    /^adapters\.openx\.endpont: .* did you mean endpoint\?$/m,
  ],
  [
    'adapters.openx: {enabled: true, usersync: {type: redirect, url: "https://s.example/?r=", redirect-url: "${external-url}/setuid?bidder=openx"}}',
    { bidders: { openx: { usersync: { redirect: { 'redirect-url': '/setuid?bidder=openx' } } } } },
  ],
  [
    'adapters.adkernel: {enabled: true, endpoint: "http://{{Host}}.example/hb?zone={{ZoneId}}"}',
    { bidders: { adkernel: { endpoint: 'http://{{.Host}}.example/hb?zone={{.ZoneID}}' } } },
    /Prebid Server Java also calls the aliases that it ships/,
  ],
  [
    'adapters.pubmatic: {platform-id: "", aliases.mine.enabled: true}',
    { bidders: { mine: { aliasOf: 'pubmatic', platformId: undefined } } },
  ],
  [
    'adapters.adkernel.aliases.mine: {enabled: true, endpoint: "http://own.example/hb?zone={{ZoneId}}"}',
    { bidders: { mine: { aliasOf: 'adkernel', endpoint: 'http://own.example/hb?zone={{.ZoneID}}' } } },
  ],
  [
    'adapters.blasto: {enabled: true, endpoint: "http://t-eu.blasto.ai/bid?rtb_seat_id={{SourceId}}&secret_key={{AccountID}}"}',
    {
      bidders: {
        blasto: { endpoint: 'http://t-eu.blasto.ai/bid?rtb_seat_id={{.SourceId}}&secret_key={{.AccountID}}' },
      },
    },
  ],
  [
    'adapters.advangelists: {enabled: true, endpoint: "http://own.example/get?pubid=%s"}',
    { bidders: { advangelists: { endpoint: 'http://own.example/get?pubid={{.PublisherID}}' } } },
  ],
  [
    'adapters.pubmatic: {enabled: true, endpoint: "http://own.example/%s"}',
    { bidders: { pubmatic: { endpoint: undefined } } },
    /^adapters\.pubmatic\.endpoint: contains %s where Gavel needs the name of a param/m,
  ],
  [
    'adapters.pubmatic: {enabled: true, aliases: {mine: ~, other: {enabled: false}}}',
    { bidders: { pubmatic: {}, mine: { aliasOf: 'pubmatic', gvlVendorId: 76 }, other: undefined } },
  ],
  [
    'adapters.adkernel: {enabled: true, aliases: {rxnetwork: ~}}',
    { bidders: { adkernel: {}, rxnetwork: {} } },
    /^adapters\.adkernel\.enabled: Prebid Server Java also calls the aliases that it ships enabled/m,
  ],
  [
    'adapters.pubmatic: {enabled: true, white-label-only: true}',
    { bidders: { pubmatic: {} } },
    /^adapters\.pubmatic\.white-label-only: not supported: Gavel also calls the bidder under its own name/m,
  ],
  ['adapters.adf: {enabled: true, aliases: {AdForm: ~}}', { bidders: { adf: {}, adform: {} } }],
  [
    'adapters.adkernel: {enabled: false, aliases: {rxnetwork: ~}}',
    { bidders: undefined },
    /^adapters: disabled in the old server, so left out: adkernel, rxnetwork$/m,
  ],
  [
    'adapters.appnexus: {enabled: true, meta-info: {site-media-types: [BANNER], dooh-media-types: "banner,video"}}',
    {
      bidders: {
        appnexus: { capabilities: { app: ['banner', 'video', 'native'], site: ['banner'], dooh: ['banner', 'video'] } },
      },
    },
  ],
  [
    'adapters.acme: {enabled: true, endpoint: "http://a.example", meta-info: {vendor-id: 1, site-media-types: [banner]}, aliases: {own: {meta-info: {app-media-types: [video]}}}}',
    {
      bidders: {
        acme: { capabilities: { app: undefined, site: ['banner'] } },
        own: { capabilities: { app: ['video'], site: ['banner'] } },
      },
    },
  ],
  [
    'adapters.pubmatic: {enabled: true}',
    { bidders: { pubmatic: {} } },
    /^adapters\.pubmatic\.enabled: Gavel adds no event trackers to the bidder's VAST/m,
  ],
  [
    'adapters.rubicon: {enabled: true, endpoint: "http://r.example", XAPI: {Username: u, Password: p}, aliases: {magnite.enabled: true, mine: {XAPI.Username: v}}}',
    {
      bidders: {
        rubicon: { endpoint: 'http://r.example', credentials: { username: 'u', password: 'p' } },
        magnite: { aliasOf: undefined, endpoint: 'http://r.example', credentials: { username: 'u', password: 'p' } },
        mine: {
          aliasOf: 'rubicon',
          endpoint: undefined,
          gvlVendorId: 52,
          credentials: { username: 'v', password: 'p' },
        },
      },
    },
  ],
  [
    'adapters.rubicon: {enabled: false, endpoint: "http://r.example", ortb-version: "2.5", aliases: {mine.enabled: true}}',
    { bidders: { rubicon: undefined, mine: { aliasOf: 'rubicon', endpoint: 'http://r.example', ortbVersion: '2.5' } } },
  ],
  [
    'adapters.generic: {enabled: false, endpoint: "http://g.example", aliases: {cwire.enabled: true, mine.enabled: true}}',
    {
      bidders: {
        generic: undefined,
        cwire: { endpoint: undefined },
        mine: { adapter: 'openrtb', endpoint: 'http://g.example' },
      },
    },
    /.*/,
  ],
];

t.test('bidders and aliases are converted with the expected messages', (t) => runCases(t, cases));
