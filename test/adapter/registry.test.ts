/** The bidders of a host: settings take precedence over definitions, and aliases inherit some of both. */
import t from 'tap';
import { Type } from 'typebox';
import { defineBidder } from '../../src/adapter/define-bidder.ts';
import { BiddersInfo } from '../../src/adapter/info.ts';
import { knownBidders } from '../../src/adapter/known-bidders.ts';
import { Registry, type BidderSettings } from '../../src/adapter/registry.ts';
import { wholeLists } from '../support/whole-lists.ts';

const params = Type.Object({ k: Type.String() });
const acme = defineBidder({
  code: 'acme',
  endpoint: 'https://acme.com/bid',
  endpointCompression: 'gzip',
  gvlVendorId: 7,
  ortbVersion: '2.6',
  gppSupported: true,
  capabilities: { site: ['banner'], app: ['banner', 'video'] },
  sync: { iframe: 'https://acme.com/i', redirect: { url: 'https://acme.com/r', userMacro: '$X' }, userMacro: '$UID' },
  params,
  aliases: [
    { code: 'twin', gvlVendorId: 8 },
    { code: 'cousin', endpoint: 'https://cousin.com', sync: { key: 'c', redirect: 'https://cousin.com/s' } },
  ],
});
const remote = defineBidder({ code: 'remote', disabled: true, params });
const definitions = [acme, remote];
const registryOf = (settings: { readonly [code: string]: Partial<BidderSettings> }): Registry =>
  new Registry(
    Object.fromEntries(Object.entries(settings).map(([code, one]) => [code, { enabled: true, ...one }])),
    definitions,
  );

t.test('an empty entry takes the definition as it is; a setting takes precedence over it', async (t) => {
  const registry = registryOf({ acme: {}, Own: { adapter: 'acme', endpoint: 'https://own.com' } });
  t.match(
    registry.find('acme'),
    wholeLists({
      code: 'acme',
      core: 'acme',
      endpoint: 'https://acme.com/bid',
      endpointCompression: 'gzip',
      gvlVendorId: 7,
      ortbVersion: '2.6',
      gppSupported: true,
      capabilities: { site: ['banner'] },
    }),
  );
  t.match(registry.find('OWN'), {
    code: 'Own',
    endpoint: 'https://own.com',
    adapter: acme.adapter,
    ortbVersion: '2.6',
  });
  t.equal(registry.find('Own')?.gvlVendorId, undefined, 'a bidder with its own code does not inherit the vendor id');
  t.equal(registryOf({ acme: { gvlVendorId: 0, ortbVersion: '2.5' } }).find('acme')?.gvlVendorId, 0);
  const plain = registryOf({ acme: { endpointCompression: 'none' } }).find('acme');
  t.equal(plain?.endpointCompression, undefined, 'a host may turn compression off');
  t.equal(registry.find('twin'), undefined, 'an alias that the host does not list is unknown');
});

t.test('a bidder of the registry is frozen', async (t) => {
  const bidder = registryOf({ acme: {} }).find('acme')!;
  for (const part of [bidder, bidder.credentials, bidder.capabilities, bidder.capabilities?.app])
    t.ok(Object.isFrozen(part), JSON.stringify(part));
});

t.test('an alias inherits from its bidder, but neither vendor id nor credentials', async (t) => {
  const registry = registryOf({
    acme: { endpoint: 'https://eu.acme.com', credentials: { username: 'u' } },
    twin: {},
    cousin: {},
    mine: { aliasOf: 'acme' },
  });
  t.match(registry.find('twin'), {
    core: 'acme',
    endpoint: 'https://acme.com/bid',
    gvlVendorId: 8,
    gppSupported: true,
  });
  t.match(
    registry.find('cousin'),
    wholeLists({
      core: 'acme',
      endpoint: 'https://cousin.com',
      capabilities: { site: ['banner'] },
    }),
  );
  t.equal(registry.find('cousin')?.gvlVendorId, undefined, 'a vendor id is never inherited');
  t.match(registry.find('mine'), { core: 'acme', endpoint: 'https://eu.acme.com', adapter: acme.adapter });
  t.equal(registry.find('mine')?.gvlVendorId, undefined);
  t.equal(registry.find('mine')?.credentials.username, '', 'credentials are never inherited');
});

t.test('a bidder that cannot work stops the start with an error that names its setting', async (t) => {
  t.throws(() => registryOf({ remote: {} }), /bidders\.remote\.endpoint is missing/);
  t.throws(() => registryOf({ plain: {} }), /bidders\.plain\.endpoint is missing/);
  t.throws(
    () => registryOf({ acme: { endpoint: 'https://a.com/{{.X}}' } }),
    /bidders\.acme\.endpoint names the macro X, .* has none: write the address/,
  );
  t.throws(() => registryOf({ remote: {}, plain: {} }), /bidders\.remote\..*; bidders\.plain\./, 'all at once');
  t.doesNotThrow(() => registryOf({ remote: { enabled: false } }));
  t.throws(() => knownBidders([acme, acme]), /^the bidder acme has the code of the bidder acme: choose another$/);
  const shouting = defineBidder({ code: 'TWIN', params });
  t.throws(() => knownBidders([acme, shouting]), /^the bidder TWIN has the code of the alias twin of the bidder acme/);
});

t.test('sync facts are written out in full; an alias without its own has only the key', async (t) => {
  const known = knownBidders(definitions);
  t.strictSame(known.get('acme')?.facts.sync, {
    iframe: { url: 'https://acme.com/i', userMacro: '$UID' },
    redirect: { url: 'https://acme.com/r', userMacro: '$X' },
  });
  t.strictSame(known.get('twin')?.facts.sync, { key: 'acme' });
  t.strictSame(known.get('cousin')?.facts.sync, { key: 'c', redirect: { url: 'https://cousin.com/s', userMacro: '' } });
});

t.test(
  'hosts() lists each host of an enabled bidder once: of its endpoint and in its extraInfo, without those that params form',
  async (t) => {
    const made = defineBidder({
      code: 'made',
      endpoint: 'http://{{.Host}}/bid',
      params,
      macros: { Host: (c) => c.params.k },
    });
    const settings = {
      made: {},
      plain: { endpoint: 'http://127.0.0.1:9001/bid?k=1' },
      named: { endpoint: 'HTTPS://Plain.com:443/bid' },
      again: { endpoint: 'https://plain.com/other', extraInfo: 'HTTPS://Info.com:8443/i?for=http://{{Host}}/' },
      inJson: {
        endpoint: 'https://plain.com',
        extraInfo: '{"video":"http:\\/\\/10.0.0.5:81\\/v","app":"http://app.com"}',
      },
    };
    const entries = Object.entries({ ...settings, off: { endpoint: 'http://off.com', enabled: false } });
    const registry = new Registry(Object.fromEntries(entries.map(([code, one]) => [code, { enabled: true, ...one }])), [
      made,
    ]);
    t.strictSame(
      [...registry.hosts()],
      ['http://127.0.0.1:9001', 'https://plain.com', 'https://info.com:8443', 'http://10.0.0.5:81', 'http://app.com'],
    );
  },
);

t.test('BiddersInfo answers with names, status, capabilities and params', async (t) => {
  const off = { enabled: false };
  const settings = {
    acme: {},
    plain: { endpoint: 'http://plain.com' },
    second: { aliasOf: 'plain', ...off },
    twin: off,
  };
  const info = new BiddersInfo(knownBidders(definitions), registryOf(settings), settings);
  const names = (enabledOnly: boolean, baseOnly: boolean) => info.names({ enabledOnly, baseOnly });
  t.strictSame(names(false, false), ['acme', 'cousin', 'plain', 'remote', 'second', 'twin']);
  t.strictSame(names(true, false), ['acme', 'plain']);
  t.strictSame(names(false, true), ['acme', 'plain', 'remote']);
  t.strictSame(info.details('acme'), {
    status: 'ACTIVE',
    usesHttps: true,
    capabilities: { site: { mediaTypes: ['banner'] }, app: { mediaTypes: ['banner', 'video'] } },
  });
  t.strictSame(info.details('plain'), { status: 'ACTIVE', usesHttps: false });
  t.strictSame(info.details('twin'), { status: 'DISABLED', aliasOf: 'acme' });
  t.strictSame(info.details('second'), { status: 'DISABLED', aliasOf: 'plain' });
  t.equal(info.details('nobody'), undefined);
  t.equal(info.params().get('twin'), params);
  t.strictSame([...info.params().keys()], names(false, false));
});
