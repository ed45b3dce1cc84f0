/** Which texts are IP addresses, and which addresses are public. */
import t from 'tap';
import {
  isOnInternet,
  isPublicIPv4,
  isPublicIPv6,
  parseAddress,
  readBlocks,
  unwrapMapped,
} from '../../src/openrtb/addresses.ts';

t.test('an IPv4 address outside all reserved ranges is public', async (t) => {
  for (const text of ['1.1.1.1', '8.8.8.8', '172.15.0.1', '172.32.0.1', '192.167.0.1', '126.255.255.255', '11.0.0.0']) {
    t.ok(isPublicIPv4(text), text);
    t.notOk(isPublicIPv6(text), text);
  }
});

t.test('private, multicast and broadcast IPv4 addresses are not public', async (t) => {
  for (const text of [
    '0.0.0.0',
    '255.255.255.255',
    '224.0.0.1',
    '239.255.255.250',
    '10.0.0.0',
    '10.255.255.255',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.1.1',
    '127.9.9.9',
  ]) {
    t.notOk(isPublicIPv4(text), text);
  }
});

t.test('an IPv6 address outside all reserved ranges is public', async (t) => {
  for (const text of ['2001:4860:4860::8888', '2A00::1', '2001:db7::1', '1:2:3:4:5:6:7:8', '64:ff9b::1.2.3.4']) {
    t.ok(isPublicIPv6(text), text);
    t.notOk(isPublicIPv4(text), text);
  }
});

t.test('private IPv6 addresses and IPv4-mapped ones are not public', async (t) => {
  const texts = [
    '::',
    '::1',
    'fc00::1',
    'fdff::1',
    'fe80::1',
    'febf::1',
    'ff02::1',
    '2001:db8::1',
    '::ffff:8.8.8.8',
    '::ffff:808:808',
  ];
  for (const text of texts) {
    t.notOk(isPublicIPv6(text), text);
    t.notOk(isPublicIPv4(text), text);
  }
});

t.test('a text that is no address is not public', async (t) => {
  const texts = [
    '',
    ' ',
    '1.2.3',
    '1.2.3.4.5',
    '256.1.1.1',
    '01.2.3.4',
    '1.2.3.04',
    '0x7f.0.0.1',
    '134744072',
    '8.8.8.8 ',
    '8.8.8.8\n',
    '8.8.8.8:80',
    '8.8.8.8/32',
    '-1.2.3.4',
    ':',
    ':::',
    '1::2::3',
    '1:2:3:4:5:6:7:8:9',
    '12345::',
    '::g',
    '[2a00::1]',
    '2a00::1%eth0',
    '2a00::1/64',
    '::ffff:999.1.1.1',
    'localhost',
    '__proto__',
    ':'.repeat(100_000),
    '1'.repeat(100_000),
  ];
  for (const text of texts) {
    t.notOk(isPublicIPv4(text) || isPublicIPv6(text), text.slice(0, 40));
    t.equal(parseAddress(text), undefined, text.slice(0, 40));
  }
});

t.test('an IPv4-mapped address is unwrapped, any other is kept', async (t) => {
  t.equal(unwrapMapped(parseAddress('::ffff:1.2.3.4')!).toString(), '1.2.3.4');
  t.equal(unwrapMapped(parseAddress('2a00::1')!).toString(), '2a00::1');
  t.equal(unwrapMapped(parseAddress('1.2.3.4')!).toString(), '1.2.3.4');
});

t.test('isOnInternet accepts public addresses, also mapped ones, and no private ones', async (t) => {
  for (const text of ['8.8.8.8', '::ffff:8.8.8.8', '2a00::1', '64:ff9b::8.8.8.8']) t.ok(isOnInternet(text), text);
  const inside = [
    '127.0.0.1',
    '0.0.0.0',
    '10.1.2.3',
    '100.100.100.200',
    '169.254.169.254',
    '192.168.0.1',
    '172.16.0.1',
  ];
  for (const text of inside) {
    for (const one of [text, `::ffff:${text}`, `64:ff9b::${text}`]) t.notOk(isOnInternet(one), one);
  }
  const others = [
    '::',
    '::1',
    'fe80::1',
    'fe80::1%eth0',
    'fd00::1',
    'ff02::1',
    '2002:7f00:1::',
    '::7f00:1',
    '::a01:203',
    'fec0::1',
    'feff::1',
    '224.0.0.1',
    'localhost',
    '',
  ];
  for (const text of others) t.notOk(isOnInternet(text), text);
});

t.test('a text that is neither a word for blocks, a block nor an address names no blocks', async (t) => {
  const ranges = ['10.0.0.0/33', '10.0.0.0/', '10.0.0.0/8/8', '10.0.0/8', '::/129', '10.0.0.1-9', '::ffff:1.2.3.4/8'];
  for (const text of ['', 'lan', 'Private', '1/x', 'fe80::1%eth0', ...ranges])
    t.equal(readBlocks(text), undefined, text);
});
