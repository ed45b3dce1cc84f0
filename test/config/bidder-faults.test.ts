/** Faults in bidders' settings: each is one sentence that names the key and the fix. */
import t from 'tap';
import { faultsOf, stated } from './support.ts';
import { wholeLists } from '../support/whole-lists.ts';

/** A bidder's settings, and its only fault after `bidders.`. */
const bidders: readonly (readonly [yaml: string, fault: string])[] = [
  ['x: {}', 'x.endpoint is missing: give the URL for its bid requests'],
  ['appnexs: {enabled: false}', 'appnexs.endpoint is missing: give its URL, or did you mean the bidder appnexus?'],
  ['x: {adapter: openrtb}', 'x.endpoint is missing: give the URL for its bid requests'],
  ['x: {adapter: rubicn}', 'x.adapter is rubicn, which is not a definition in this version: did you mean rubicon?'],
  ['x: {endpoint: "ftp://x"}', 'x.endpoint must be an http or https URL such as http://127.0.0.1:9001/bid'],
  ['x: {endpoint: "http://"}', 'x.endpoint must be an http or https URL such as http://127.0.0.1:9001/bid'],
  [
    'x: {endpoint: "http://me:secret@x/"}',
    'x.endpoint must not contain a user name or password: remove what precedes the @',
  ],
  ['x: {endpoint: "http://@x/"}', 'x.endpoint must not contain a user name or password: remove what precedes the @'],
  [
    'x: {endpoint: "http://{{.A}}:{{.B}}@x/"}',
    'x.endpoint must not contain a user name or password: remove what precedes the @',
  ],
  ['x: {endpoint: "http://x\\\\y/"}', 'x.endpoint must be a URL without spaces, control characters or backslashes'],
  ['appnexus: {gvlVendorID: 3}', 'appnexus.gvlVendorID is not a setting: did you mean bidders.appnexus.gvlVendorId?'],
  ['appnexus: {endpointCompression: brotli}', 'appnexus.endpointCompression must be "gzip" or "none", not "brotli"'],
  [
    'appnexus: {capabilities: {site: [banners]}}',
    'appnexus.capabilities.site[0] must be "banner" or "video" or "audio" or "native", not "banners"',
  ],
  [
    'appnexus: {aliasOf: rubicon, adapter: rubicon}',
    'appnexus.adapter cannot be combined with aliasOf, which gives it the adapter of rubicon: keep one of the two',
  ],
  ['x: {aliasOf: x}', 'x.aliasOf is the bidder itself: name another bidder, or remove it'],
  ['x: {aliasOf: rubicn}', 'x.aliasOf is rubicn, which is not a bidder of this host: did you mean rubicon?'],
  ['{x: {aliasOf: y}, y: {aliasOf: rubicon}}', 'x.aliasOf is y, itself an alias: use rubicon'],
  [
    '{appnexus: {}, AppNexus: {endpoint: "http://x"}}',
    'AppNexus differs from bidders.appnexus only in case: keep one of the two',
  ],
  ['appnexus: {userSync: {}, usersync: {}}', 'appnexus.usersync cannot be combined with userSync: keep one of the two'],
  [
    'appnexus: {userSync: {redirect: {url: "setuid"}}}',
    'appnexus.userSync.redirect.url must be an http or https URL such as https://host.example/sync?r={{.RedirectURL}}',
  ],
  [
    'appnexus: {userSync: {redirect: {userMacro: "$UID"}}}',
    'appnexus.userSync.redirect.url is missing: it must be a text',
  ],
  [
    'appnexus: {usersync: {iframe: {url: "//s.example/?r=", redirect-url: "//evil.example"}}}',
    'appnexus.usersync.iframe.redirect-url must be a path on this host',
  ],
  [
    'appnexus: {credentials: {password: [hunter2]}}',
    'appnexus.credentials.password must be a text of up to 4096 characters, not a list',
  ],
  [
    'appnexus: {credentials: {password: true}}',
    'appnexus.credentials.password must be a text of up to 4096 characters, not the given value',
  ],
];

t.test('each fault of a bidder names the key and the fix, and shows no secret', async (t) => {
  for (const [yaml, fault] of bidders) {
    const text = yaml.startsWith('{') ? `bidders: ${yaml}` : `bidders: {${yaml}}`;
    const faults = faultsOf({ yaml: stated + text });
    t.equal(faults.length, 1, `${yaml}: ${faults.join('; ')}`);
    t.equal(faults[0]?.slice(0, fault.length + 8), `bidders.${fault}`, yaml);
    t.notMatch(faults[0], 'secret', 'a secret is not shown');
  }
});

t.test('a reserved or invalid name of a bidder is a fault', async (t) => {
  const names = [
    'bidder',
    'general',
    'all',
    'prebid',
    'svc',
    'context',
    'data',
    'gpid',
    'skadn',
    'tid',
    'ae',
    'igs',
    'Data',
  ];
  for (const name of [...names, 'constructor', 'prototype', '__proto__']) {
    const faults = faultsOf({ yaml: `${stated}bidders: {${name}: {endpoint: "http://x"}}` });
    t.equal(faults.length, 1, name);
    t.match(faults[0], /^bidders\.\S+ (has|is) a reserved name/, name);
  }
  t.strictSame(faultsOf({ yaml: `${stated}namespace: prebid\nbidders: {svc: {endpoint: "http://x"}}` }), []);
  for (const name of ['a b', 'a/b', 'ä', 'x'.repeat(65), '']) {
    const faults = faultsOf({ yaml: `${stated}bidders: {"${name}": {endpoint: "http://x"}}` });
    t.match(faults, wholeLists([/^bidders\S*.* has an invalid name: it must be a bidder code of letters/]), name);
    t.equal(faults.length, 1);
  }
});

/** The faults of these entries of `bidders`. */
const aliases = (text: string): readonly string[] => faultsOf({ yaml: `${stated}bidders: {${text}}` });

t.test('aliases of aliases are told the bidder at their end, if there is one', async (t) => {
  const [x, y] = aliases('x: {aliasOf: y}, y: {aliasOf: z}, z: {aliasOf: rubicon}');
  t.match(x, /^bidders\.x\.aliasOf is y, itself an alias: use rubicon/);
  t.match(y, /^bidders\.y\.aliasOf is z, itself an alias: use rubicon/);
  const circle =
    /^bidders\.\w\.aliasOf is \w, itself an alias, and the aliases lead in a circle: name a bidder that is not/;
  t.match(aliases('x: {aliasOf: y}, y: {aliasOf: x}'), wholeLists([circle, circle]));
  t.match(aliases('x: {aliasOf: y}, y: {aliasOf: z}, z: {aliasOf: y}'), wholeLists([circle, circle, circle]));
});
