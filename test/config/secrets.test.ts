/** Redacting secrets of the host, and the setting of a sample rate (config/secrets, config/capture-settings). */
import t from 'tap';
import { loadConfig } from '../../src/config/load.ts';
import { blotter, jsonBlotter, secretsOf, withoutCredentials } from '../../src/config/secrets.ts';
import { wholeLists } from '../support/whole-lists.ts';
import { faultsOf, stated } from './support.ts';

t.test('credentials and secret members of extraInfo are redacted in any encoding', async (t) => {
  const secrets = secretsOf({
    a: { credentials: { username: 'gavel', password: 'p&ss "1"' } },
    b: { extraInfo: '{"region":"east","deep":{"apiToken":"tok-9999","port":1}}' },
    c: { extraInfo: 'plain words' },
    d: {},
  });
  t.strictSame(secrets, ['gavel', 'p&ss "1"', 'tok-9999']);
  const hide = blotter([...secrets, 'abc']);
  t.equal(hide('x?u=gavel&p=p%26ss%20%221%22&t=tok-9999&r=east&s=abc'), 'x?u=***&p=***&t=***&r=east&s=abc');
  // As adapter/url encodes them.
  t.equal(blotter(["tok (9)!*'"])('t=tok+%289%29%21%2A%27&u=tok%20%289%29%21%2A%27'), 't=***&u=***');
  t.equal(hide(JSON.stringify({ password: 'p&ss "1"' })), '{"password":"***"}');
});

const secretOf = (endpoint: string) => secretsOf({ a: { endpoint } });

t.test('a query member of an endpoint with the name of a secret is a secret, unless it is a macro', async (t) => {
  t.strictSame(secretOf('https://acme.example/bid?seat=7&token=tok-9999&Api_Key=a%2Bb#key=x'), [
    'tok-9999',
    'a%2Bb',
    'a+b',
    'x',
  ]);
  t.strictSame(secretOf('https://acme.example/token/bid?seat={{.Seat}}&token={{.AccountID}}&keys'), []);
  t.strictSame(secretOf('https://acme.example/bid'), []);
});

t.test('a fault does not show the value of a setting that may be a secret', async (t) => {
  const settings: readonly (readonly [path: string, yaml: string])[] = [
    ['stored.url', 'stored: {url: true}'],
    ['cache.url', 'cache: {url: true}'],
    ['cache.apiKey', 'cache: {apiKey: true}'],
    ['debug.overrideToken', 'debug: {overrideToken: true}'],
    ['analytics.http.url', 'analytics: {http: {url: true}}'],
    ...['username', 'password', 'tracker', 'appSecret'].map(
      (name) => [`credentials.${name}`, `bidders: {rubicon: {credentials: {${name}: true}}}`] as const,
    ),
  ];
  for (const [path, yaml] of settings) {
    const faults = faultsOf({ yaml: stated + yaml }).join('\n');
    t.match(faults, new RegExp(`${path} must be .* not the given value`), path);
  }
});

t.test('a fault does not show a secret that YAML reads as part of a key, as an alias or as a tag', async (t) => {
  const spaced = 'is not a setting: write "key: value", with a space after the colon (service.yaml line 2)';
  const rows: readonly (readonly [yaml: string, fault: string])[] = [
    ['cache: {apiKey:hunter2}', `cache["apiKey…"] ${spaced}`],
    ['cache: {apiKey hunter2}', `cache["apiKey…"] ${spaced}`],
    ['cache: {apiKey"hunter2"}', `cache["apiKey…"] ${spaced}`],
    ['cache: {apiKey:hunter2: }', `cache["apiKey…"] ${spaced}`],
    ['cache: {apiKey=hunter2: 1}', `cache["apiKey…"] ${spaced}`],
    ['cache: {apiKey=hunter2}', `cache["apiKey…"] ${spaced}`],
    ['stored: {url:"postgres://u:hunter2@db/x"}', `stored["url…"] ${spaced}`],
    ['bidders: {rubicon: {credentials: {password:hunter2}}}', `bidders.rubicon.credentials["password…"] ${spaced}`],
    ['bidders: {rubicon:hunter2}', 'bidders["rubicon…"] has an invalid name: '],
    ['bidders: {rubicon;hunter2}', 'bidders["rubicon…"] has an invalid name: '],
    ['cache: {apiKey: *hunter2}', 'cache.apiKey uses an alias (*) that is not defined before it: '],
    ...['!hunter2 x', '!!hunter2 x', '!<hunter2> x', '!<!hunter2> x', '!hunter2! x'].map(
      (tagged) =>
        [`cache: {apiKey: ${tagged}}`, 'the YAML cannot be parsed: Unresolved tag: remove the tag, or '] as const,
    ),
    ['cache: {"apiKey"b: hunter2}', 'the YAML cannot be parsed: Missing , or : between flow map items: correct '],
    ...['|hunter2', '>hunter2', '| hunter2', '"\\Uhunter2."'].map(
      (text) => [`cache:\n  apiKey: ${text}`, 'the YAML cannot be parsed: '] as const,
    ),
  ];
  for (const [yaml, start] of rows) {
    const faults = faultsOf({ yaml: stated + yaml });
    t.ok(faults[0]?.startsWith(start), `${yaml}: ${faults[0]}`);
    t.notMatch(faults.join('\n'), /hunter2/, yaml);
  }
});

t.test('withoutCredentials removes user name and password from a URL', async (t) => {
  t.equal(withoutCredentials('https://me:pw@host.example/a@b'), 'https://host.example/a@b');
  t.equal(withoutCredentials('https://host.example/a@b'), 'https://host.example/a@b');
});

t.test('capture.sampleRate is a number from 0 to 1', async (t) => {
  for (const rate of ['0', '1', '0.25', '1e-3']) {
    const loaded = load(rate);
    t.equal('config' in loaded && loaded.config.capture.sampleRate, Number(rate), rate);
  }
  for (const rate of ['1.01', '-0.1', '"x"', 'true'])
    t.match(load(rate), wholeLists({ faults: [/capture\.sampleRate must be a number from 0 to 1/] }));
});

function load(rate: string) {
  const text = `{"privacy": {"gdpr": {"defaultScope": false}}, "capture": {"sampleRate": ${rate}}}`;
  return loadConfig({ file: { name: 'c', text }, env: {}, flags: {}, knownAdapters: new Set() });
}

t.test('a secret that is a prefix of another does not leave the rest of the longer one', async (t) => {
  t.equal(blotter(['word', 'wordandmore'])('a wordandmore, a word'), 'a ***, a ***');
});

t.test('JSON stays valid when numbers and literals in it are redacted', async (t) => {
  const value = {
    tmax: 2000,
    w: 12000,
    debug: true,
    adm: 'k=2000&t=true&w=a2000',
    id: 12345678901234567890n,
    none: null,
  };
  const write = jsonBlotter(['2000', 'true', 'null', 'a2000', '12345678901234567890']);
  const expected = { tmax: '***', w: 12000, debug: '***', adm: 'k=***&t=***&w=***', id: '***', none: null };
  t.strictSame(JSON.parse(write(value)), expected);
  t.equal(jsonBlotter(['p&ss "1"', '77'])({ word: 'p&ss "1"', w: 77 }), '{"word":"***","w":77}');
});
