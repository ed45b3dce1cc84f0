/** Which proxies are trusted, and which client address and scheme a request has. */
import t from 'tap';
import { request } from 'undici';
import { compileTrust, findClient, peerAddress } from '../../src/http/client-address.ts';
import { parseAddress } from '../../src/openrtb/addresses.ts';
import { get, open, talk } from './front.ts';

const usual = compileTrust(['loopback', 'private']);
const find = (peer: string, forwardedFor: string, forwardedProto = '') =>
  findClient(usual, { peer: parseAddress(peer), forwardedFor, forwardedProto });

t.test('the client address is the first from the right that is no trusted proxy', async (t) => {
  const cases: [peer: string, forwardedFor: string, expected: string][] = [
    ['203.0.113.9', '', '203.0.113.9'],
    ['203.0.113.9', '1.2.3.4', '203.0.113.9'],
    ['10.0.0.1', '', '10.0.0.1'],
    ['10.0.0.1', '1.2.3.4', '1.2.3.4'],
    ['127.0.0.1', '6.6.6.6, 1.2.3.4', '1.2.3.4'],
    ['127.0.0.1', '6.6.6.6, 1.2.3.4, 10.1.1.1, 192.168.0.1', '1.2.3.4'],
    ['127.0.0.1', '10.1.1.1, 10.2.2.2', '10.1.1.1'],
    ['::1', '2A00:0::1', '2a00::1'],
    ['fd00::1', '2001:470:0:0:0:0:0:1', '2001:470::1'],
    ['::1', '::ffff:1.2.3.4', '1.2.3.4'],
    ['127.0.0.1', '::ffff:10.0.0.1', '10.0.0.1'],
    ['127.0.0.1', '9.9.9.9, ::ffff:10.0.0.1', '9.9.9.9'],
    ['127.0.0.1', '1.2.3.4:5678', '1.2.3.4'],
    ['127.0.0.1', '[2a00::1]:443', '2a00::1'],
    ['127.0.0.1', '[2a00::1]', '2a00::1'],
    ['127.0.0.1', '"[2a00::1]:443"', '2a00::1'],
    ['127.0.0.1', ' 1.2.3.4\t', '1.2.3.4'],
    ['127.0.0.1', '1.2.3.4,,', '1.2.3.4'],
    ['127.0.0.1', ',', '127.0.0.1'],
    ['127.0.0.1', '1.2.3.4, garbage, 10.0.0.7', '10.0.0.7'],
    ['127.0.0.1', '1.2.3.4, unknown', '127.0.0.1'],
    ['127.0.0.1', '1.2.3.4, 010.0.0.1', '127.0.0.1'],
    ['127.0.0.1', '1.2.3.4, 1.2.3', '127.0.0.1'],
    ['127.0.0.1', '1.2.3.4, [::1', '127.0.0.1'],
    ['127.0.0.1', '1.2.3.4, fe80::1%eth0', '127.0.0.1'],
    ['127.0.0.1', '1.2.3.4:999999', '127.0.0.1'],
    ['127.0.0.1', `1.2.3.4, ${'"'.repeat(30_000)}`, '127.0.0.1'],
    ['127.0.0.1', `1.2.3.4${', 10.0.0.1'.repeat(3000)}`, '10.0.0.1'],
    ['127.0.0.1', `1.2.3.4${','.repeat(30_000)}`, '127.0.0.1'],
  ];
  for (const [peer, forwardedFor, expected] of cases) {
    t.equal(find(peer, forwardedFor).address, expected, `${peer} ← ${forwardedFor.slice(0, 60)}`);
  }
});

t.test('a request is https if the trusted proxy nearest to the client says so', async (t) => {
  const cases: [peer: string, forwardedFor: string, forwardedProto: string, expected: boolean][] = [
    ['127.0.0.1', '1.2.3.4', 'https', true],
    ['127.0.0.1', '', 'HTTPS', true],
    ['127.0.0.1', '1.2.3.4', 'http', false],
    ['127.0.0.1', '1.2.3.4', '', false],
    ['127.0.0.1', '1.2.3.4', 'https://', false],
    ['8.8.8.8', '1.2.3.4', 'https', false],
    ['127.0.0.1', '1.2.3.4, 10.0.0.1', 'https, http', true],
    ['127.0.0.1', '1.2.3.4, 10.0.0.1', 'http,https', false],
    ['127.0.0.1', '1.2.3.4, 10.0.0.1', 'https', true],
    ['127.0.0.1', '6.6.6.6, 1.2.3.4', 'https, http', false],
  ];
  for (const [peer, forwardedFor, forwardedProto, expected] of cases) {
    t.equal(find(peer, forwardedFor, forwardedProto).https, expected, [peer, forwardedFor, forwardedProto].join(' | '));
  }
});

t.test(
  'a peer of the own networks that names a client and is not trusted is reported, strangers are not',
  async (t) => {
    const strange: string[] = [];
    const note = (address: string): void => void strange.push(address);
    const trusts = compileTrust(['10.0.0.1']);
    for (const peer of ['10.0.0.1', '10.0.0.2', '127.0.0.1', 'fd00::1', '8.8.8.8'])
      for (const forwardedFor of ['', '1.2.3.4'])
        findClient(trusts, { peer: parseAddress(peer), forwardedFor, forwardedProto: '' }, note);
    t.strictSame(strange, ['10.0.0.2', '127.0.0.1', 'fd00::1']);
  },
);

t.test('trusted proxies may be keywords, blocks and single addresses', async (t) => {
  const trust = compileTrust(['203.0.113.0/24', '198.51.100.7', '2a00::/16', '2b00::1', '::ffff:9.9.9.9']);
  const trusts = (text: string) => trust(parseAddress(text)!);
  for (const text of ['203.0.113.255', '198.51.100.7', '2a00:ffff::1', '2b00::1', '9.9.9.9']) t.ok(trusts(text), text);
  for (const text of ['203.0.114.0', '198.51.100.8', '2a01::1', '2b00::2', '127.0.0.1', '9.9.9.8'])
    t.notOk(trusts(text), text);
  t.notOk(compileTrust([])(parseAddress('127.0.0.1')!), 'an empty list trusts nobody');
  t.ok(compileTrust(['0.0.0.0/0'])(parseAddress('1.2.3.4')!));
  t.notOk(compileTrust(['loopback'])(parseAddress('10.0.0.1')!));
  t.notOk(compileTrust(['private'])(parseAddress('127.0.0.1')!));
});

const read = (...bytes: number[]) => peerAddress(new Uint8Array(bytes).buffer)?.toString();

t.test('the address of a peer is read from its bytes; a peer without one has none', async (t) => {
  t.equal(read(1, 2, 3, 255), '1.2.3.255');
  t.equal(read(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 1, 2, 3, 4), '1.2.3.4');
  t.equal(read(0x2a, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1), '2a00::1');
  t.equal(read(), undefined);
  t.strictSame(findClient(usual, { peer: undefined, forwardedFor: '1.2.3.4', forwardedProto: 'https' }), {
    address: '',
    https: false,
  });
});

const ask = async (url: string, headers: Record<string, string>) => (await request(url, { headers })).body.text();

t.test('forwarded headers count over a connection only from a trusted proxy', async (t) => {
  const route = get('/', (exchange) => exchange.answer(200, [], `${exchange.clientAddress} ${exchange.https}`));
  const forwarded = { 'x-forwarded-for': '1.2.3.4', 'x-forwarded-proto': 'https' };

  const trusting = await open(t, [route]);
  t.equal(await ask(trusting.url, {}), '127.0.0.1 false');
  t.equal(await ask(trusting.url, forwarded), '1.2.3.4 true');
  const hidden = 'GET / HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 6.6.6.6\r\nX-Forwarded-For: 1.2.3.4\r\n\r\n';
  const { text } = await talk(trusting.server.port, [hidden], /false/);
  t.match(text, /\r\n\r\n1\.2\.3\.4 false$/, "a client cannot hide the proxy's header behind its own");

  const strange: string[] = [];
  const onStrangeProxy = (address: string): void => void strange.push(address);
  const wary = await open(t, [route], { trustedProxies: [], onStrangeProxy });
  t.equal(await ask(wary.url, forwarded), '127.0.0.1 false');
  t.strictSame(strange, ['127.0.0.1'], 'once for a request');
  const outside = await open(t, [route], { trustedProxies: [], externalUrl: 'https://ads.example' });
  t.equal(await ask(outside.url, {}), '127.0.0.1 true');
});
