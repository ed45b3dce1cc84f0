/** Hostile values in a file of Prebid Server Java. */
import t from 'tap';
import { parse } from 'yaml';
import { convertText } from '../running-convert.ts';

t.test('hostile values neither stop the conversion nor pollute a prototype', async (t) => {
  const values = [
    '__proto__: {a: 1}',
    'constructor: 1',
    '[1, [2]]',
    '{a: {b: c}}',
    '-1',
    '1e999',
    '"\\u0000"',
    'x'.repeat(5000),
  ];
  const places = [
    'server.http.port',
    'adapters',
    'adapters.appnexus',
    'adapters.appnexus.aliases.own',
    'gdpr.purposes',
    'gdpr.purposes.p1',
  ];
  const more = [
    'cache.host',
    'settings.database.host',
    'auction.biddertmax.max',
    'cookie-sync.coop-sync.pri',
    'settings.default-account-config',
  ];
  for (const place of [...places, ...more]) {
    for (const value of values) {
      const inner = value.includes(': ') && !value.startsWith('{') ? `{${value}}` : value;
      const { status, out } = await convertText(t, 'java', `external-url: "http://h.example"\n${place}: ${inner}\n`);
      t.equal(status, 0, `${place}: ${value.slice(0, 20)}`);
      t.strictSame(({} as { a?: number }).a, undefined);
      t.match(parse(out), { externalUrl: 'http://h.example' }, 'the rest is converted');
    }
  }
});

t.test('no message shows a secret, whatever type its value has', async (t) => {
  const places = [
    'adapters.rubicon.XAPI.Username',
    'adapters.rubicon.XAPI.Password',
    'adapters.audiencenetwork.app-secret',
  ];
  const more = ['debug.override-token', 'pbc.api.key', 'recaptcha-secret', 'settings.database.password'];
  const stores = [
    'settings.s3.secretAccessKey',
    'server.jks-password',
    'metrics.influxdb.auth',
    'admin-endpoints.credentials.admin',
  ];
  for (const place of [...places, ...more, ...stores]) {
    for (const value of ['hush-1', '["hush-1"]', '{a: hush-1}', '"hush-1 \\u0001"']) {
      const on =
        'adapters: {rubicon.enabled: true, audiencenetwork.enabled: true}\ncache: {host: c, api-key-secured: true}\n';
      const text = `${on}settings.database: {type: postgres, host: db}\n${place}: ${value}\n`;
      const { messages } = await convertText(t, 'java', text);
      t.notMatch(messages.join('\n'), 'hush', `${place}: ${value}`);
    }
  }
});
