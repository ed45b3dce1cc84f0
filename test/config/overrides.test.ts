/** Environment variables and flags override settings of the file; their faults (interface, 'Configuration'). */
import t from 'tap';
import { configOf, faultsOf, stated } from './support.ts';

t.test('flags take precedence over the environment, the environment over the file', async (t) => {
  const yaml = `${stated}port: 1\nhost: 10.0.0.1\nauction: {tmaxMaxMs: 2000, maxImps: 5}\nlog: {level: warn}\n`;
  const env = { SVC__PORT: '2', SVC__AUCTION__TMAXMAXMS: '3000', SVC__LOG__level: 'error', OTHER: 'x' };
  const config = configOf({ yaml, env, flags: { port: '3', 'AUCTION.tmaxmaxms': '4000' } });
  t.equal(config.port, 3);
  t.equal(config.host, '10.0.0.1');
  t.equal(config.auction.tmaxMaxMs, 4000);
  t.equal(config.auction.maxImps, 5, 'other settings are kept');
  t.equal(config.log.level, 'error');
  t.equal(configOf({ yaml, env }).auction.tmaxMaxMs, 3000);
});

t.test('a variable for a text is taken verbatim, any other is read as YAML', async (t) => {
  const env = {
    SVC__TRUSTEDPROXIES: '[10.0.0.0/8, "::1"]',
    SVC__BIDDERS: '{acme: {endpoint: "http://acme.example/", platformId: 5}}',
    SVC__BIDDERS__ACME__EXTRAINFO: '{"a": 1} # no comment',
    SVC__BIDDERS__APPNEXUS__ENABLED: 'false',
    SVC__AUCTION: '{maxImps: 7}',
    SVC__AUCTION__MAXIMPS: '8',
    SVC__USERSYNC__OPTOUTURL: 'https://x.example/?a={1}#b',
    SVC__WORKERS: '0',
    SVC__TARGETING: '',
  };
  const config = configOf({ yaml: `${stated}auction: {maxImps: 6, tmaxMinMs: 40}`, env });
  t.strictSame(config.trustedProxies, ['10.0.0.0/8', '::1']);
  t.strictSame(
    { ...config.bidders },
    {
      acme: { endpoint: 'http://acme.example/', enabled: true, platformId: '5', extraInfo: '{"a": 1} # no comment' },
      appnexus: { enabled: false },
    },
  );
  t.equal(config.auction.maxImps, 8, 'the narrower variable wins');
  t.equal(config.auction.tmaxMinMs, 40, 'a map merges into the file');
  t.equal(config.userSync.optOutUrl, 'https://x.example/?a={1}#b');
  t.equal(config.workers, 0);
  t.equal(config.targeting.prefix, 'hb', 'an empty variable has no effect');
});

t.test('of two variables the narrower wins, in whichever order they are', async (t) => {
  const env = Object.entries({ SVC__AUCTION: '{maxImps: 7, tmaxMinMs: 40}', SVC__AUCTION__MAXIMPS: '8' });
  for (const variables of [env, env.toReversed()]) {
    const { maxImps, tmaxMinMs } = configOf({ yaml: stated, env: Object.fromEntries(variables) }).auction;
    t.strictSame([maxImps, tmaxMinMs], [8, 40]);
  }
});

t.test('a variable changes usersync or userSync, whichever the file has', async (t) => {
  const page = '{redirect: {url: "https://b.example/?r="}}';
  const yaml = `${stated}bidders: {a: {endpoint: "http://a/"}, b: {endpoint: "http://b/", usersync: ${page}}}`;
  const env = { SVC__BIDDERS__B__USERSYNC__ENABLED: 'false', SVC__BIDDERS__A__USERSYNC__ENABLED: 'false' };
  const { a, b } = configOf({ yaml, env }).bidders;
  t.match(b, { usersync: { enabled: false, redirect: {} }, userSync: undefined });
  t.match(a, { userSync: { enabled: false }, usersync: undefined });
});

t.test("an empty variable leaves the file's setting", async (t) => {
  const yaml = `${stated}port: 9000\nauction: {maxImps: 6}\nbidders: {acme: {endpoint: "http://a/"}}\n`;
  const env = {
    SVC__PORT: '',
    SVC__AUCTION__MAXIMPS: ' ',
    SVC__AUCTION: '',
    SVC__BIDDERS: '',
    SVC__CACHE__PUBLICPUTS: '',
  };
  t.strictSame(configOf({ yaml, env }), configOf({ yaml }));
  t.equal(configOf({ yaml, env: { SVC__PORT: '~' } }).port, 8000, 'null is the default');
  const { bidders } = configOf({ yaml, flags: { 'bidders.appnexus': '' } });
  t.strictSame(Object.keys(bidders), ['acme', 'appnexus'], 'an empty flag adds a bidder with its definition');
});

t.test('codes in paths match existing ones in any case, also codes with separators', async (t) => {
  const yaml = `${stated}bidders: {Acme: {endpoint: "http://a/"}, a.b: {endpoint: "http://b/"}, c__d: {endpoint: "http://c/"}}`;
  const config = configOf({
    yaml,
    env: { SVC__BIDDERS__ACME__ENABLED: 'false', SVC__BIDDERS__C__D__ENABLED: 'false' },
    flags: { 'bidders.a.b.enabled': 'false', 'bidders.New.endpoint': 'http://n/' },
  });
  t.strictSame(
    Object.entries(config.bidders).map(([code, { enabled }]) => [code, enabled]),
    [
      ['Acme', false],
      ['a.b', false],
      ['c__d', false],
      ['New', true],
    ],
  );
});

t.test('each fault of the environment and of flags names its source', async (t) => {
  const cases: readonly (readonly [Record<string, string>, string])[] = [
    [{ SVC__PORT: 'x' }, 'port must be a whole number from 0 to 65535, not "x" (SVC__PORT)'],
    [{ SVC__AUCTION__TMAXMAXM: '1' }, 'SVC__AUCTION__TMAXMAXM is not a setting: did you mean auction.tmaxMaxMs?'],
    [{ SVC__: '1' }, 'SVC__ is not a setting: remove it, or use one of host'],
    [{ SVC____PROTO__: '1' }, 'SVC____PROTO__ is not a setting: remove it, or use one of host'],
    [{ SVC__PORT__X: '1' }, 'SVC__PORT__X goes too deep: port is a single value, so set it as a whole'],
    [
      { SVC__TRUSTEDPROXIES__0: 'x' },
      'SVC__TRUSTEDPROXIES__0 goes too deep: trustedProxies is a single value, so set it as a whole',
    ],
    [
      { SVC__BIDDERS__ACME__ENABLED: 'true' },
      'SVC__BIDDERS__ACME__ENABLED names an entry that bidders does not have: add it to the file, or set bidders as a whole',
    ],
    [
      { SVC__BIDDERS__APPNEXIS__ENABLED: 'true' },
      'SVC__BIDDERS__APPNEXIS__ENABLED names an entry that bidders does not have: did you mean appnexus?',
    ],
    [
      { SVC__AUCTION: '{' },
      'the YAML cannot be parsed: Flow map must end with a }: correct the YAML there (SVC__AUCTION)',
    ],
    [{ SVC__AUCTION: '{maxImps: 1, maxImps: 2}' }, 'maxImps is given twice: keep one (SVC__AUCTION; SVC__AUCTION)'],
    [{ SVC__PORT: '1', SVC__Port: '2' }, 'SVC__Port sets the same setting as SVC__PORT: keep one of the two'],
    [{ [`SVC__${'A__'.repeat(5000)}`]: '1' }, `SVC__${'A__'.repeat(5000)} has more than 32 parts: shorten it`],
  ];
  for (const [env, fault] of cases) {
    const faults = faultsOf({ yaml: stated, env });
    t.equal(faults.length, 1, faults.join('; '));
    t.equal(faults[0]?.slice(0, fault.length), fault);
  }
  t.strictSame(faultsOf({ flags: { port: 'x' } }), ['port must be a whole number from 0 to 65535, not "x" (--port)']);
  t.strictSame(faultsOf({ flags: { 'log.levl': 'x' } }), ['--set log.levl is not a setting: did you mean log.level?']);
  t.strictSame(faultsOf({ flags: { 'bidders.x.enabled': 'true' } }), [
    'bidders.x.endpoint is missing: give the URL for its bid requests (--set bidders.x.enabled)',
  ]);
});

t.test('a file that is no map is a fault even with an override', async (t) => {
  for (const yaml of ['- port: 1', 'port', '5']) {
    const faults = faultsOf({ yaml, flags: { 'privacy.gdpr.defaultScope': 'true' } });
    t.strictSame(faults, ['the configuration must be a map of settings (key: value) (service.yaml line 1)'], yaml);
  }
});
