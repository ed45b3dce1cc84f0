/** Converts accounts of Prebid Server (Go) to Gavel's form, and never overwrites existing files. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import t, { type Test } from 'tap';
import { parse } from 'yaml';
import { checkAccount } from '../../src/config/account.ts';
import { testFolder } from '../support/folder.ts';
import { convert, convertAccount, convertText, oldFile, sample } from './running-convert.ts';

const account = (t: Test, text: string, name?: string) => convertAccount(t, 'go', { text, ...(name && { name }) });

t.test('a folder of accounts is converted together with its host', async (t) => {
  const stored = testFolder(t);
  const accounts = ['--accounts', sample('go-accounts'), '--stored', stored];
  const { status, messages } = await convert(sample('pbs.yaml'), '--from', 'go', ...accounts);
  t.equal(status, 0);
  t.match(messages.join('\n'), /^2 accounts written to /m);
  t.match(messages.join('\n'), /^account "pub-1" hooks: not supported: /m);
  const one = JSON.parse(readFileSync(join(stored, 'accounts/pub-1.json'), 'utf8')) as object;
  t.strictSame(checkAccount(one), [], 'the account is valid');
  t.strictSame(one, {
    disabled: false,
    preferredMediaType: { appnexus: 'video' },
    bidAdjustments: { mediatype: { banner: { '*': { '*': [{ adjtype: 'multiplier', value: 0.9 }] } } } },
    targeting: { truncateKeyLength: 30, prefix: 'pb' },
    cache: { bannerTtlSeconds: 60, videoTtlSeconds: 120 },
    priceFloors: {
      enabled: true,
      fetch: { url: 'https://floors.example/f.json', maxBytes: 204_800, periodSeconds: 600 },
    },
    privacy: {
      gdpr: {
        enabled: true,
        countries: ['NOR'],
        purposes: { p1: { enforce: 'full' } },
        specialFeature1: { enforce: false },
      },
      ccpa: { enforce: true, channelEnabled: { app: false } },
      allowActivities: { transmitEids: { default: false } },
      ipv4: { anonKeepBits: 16 },
    },
  });
  t.equal(readFileSync(join(stored, 'accounts/pub-2.json'), 'utf8'), '{}\n');
});

t.test('a folder may hold a single account', async (t) => {
  const stored = testFolder(t);
  const folder = dirname(oldFile(t, '{"disabled": true}', 'pub.json'));
  await convert('--accounts', folder, '--from', 'go', '--stored', stored);
  t.strictSame(readdirSync(join(stored, 'accounts')), ['pub.json']);
});

t.test('an existing account file is kept and reported', async (t) => {
  const stored = testFolder(t);
  mkdirSync(join(stored, 'accounts'));
  writeFileSync(join(stored, 'accounts/pub-1.json'), 'mine');
  const { status, messages } = await convert('--accounts', sample('go-accounts'), '--from', 'go', '--stored', stored);
  t.equal(status, 0);
  t.match(messages.join('\n'), /^account "pub-1": already exists in .* and is kept: delete its file/m);
  t.match(messages.join('\n'), /^1 accounts written/m);
  t.equal(readFileSync(join(stored, 'accounts/pub-1.json'), 'utf8'), 'mine');
});

t.test('a single account has the id that it states, else the name of its file', async (t) => {
  t.equal((await account(t, '{"disabled": true}', 'by-name.json')).file, 'by-name.json');
  t.equal((await account(t, '{"id": 1001, "disabled": true}')).file, '1001.json');
  t.match(
    (await account(t, '{"id": "../up"}')).messages,
    /^account "\.\.\/up": left out: its id cannot be a file name; /m,
  );
});

t.test('an account in a folder has the name of its file; another id is reported', async (t) => {
  const [folder, stored] = [testFolder(t), testFolder(t)];
  writeFileSync(join(folder, 'pub-7.json'), '{"id": "seven", "disabled": true}');
  writeFileSync(join(folder, 'pub-8.json'), '{"id": "pub-8"}');
  const { messages } = await convert('--accounts', folder, '--from', 'go', '--stored', stored);
  t.strictSame(readdirSync(join(stored, 'accounts')), ['pub-7.json', 'pub-8.json']);
  t.match(messages, [
    /^account "pub-7" id: ignored: it differs from the name of its file, which is the id /,
    /^2 accounts/,
  ]);
});

t.test('an account with events has event URLs on websites too, without being asked', async (t) => {
  const all = { enabled: true, channels: { web: true } };
  for (const [text, becomes] of [
    ['{"events": {"enabled": true}}', { events: all }],
    ['{"events_enabled": "true"}', { events: all }],
    ['{"events": {"enabled": false}}', { events: { enabled: false } }],
    ['{"events": {"default_url": "https://e.example"}}', {}],
  ] as const) {
    t.strictSame((await account(t, text)).settings, becomes, text);
  }
});

t.test('a purpose with both flags off is none; with one off it is full, and is reported', async (t) => {
  const off = await account(t, '{"gdpr": {"purpose2": {"enforce_purpose": false, "enforce_vendors": false}}}');
  t.strictSame(off.settings, { privacy: { gdpr: { purposes: { p2: { enforce: 'none' } } } } });
  const half = await account(t, '{"gdpr": {"purpose2": {"enforce_purpose": false}}}');
  t.strictSame(half.settings, { privacy: { gdpr: { purposes: { p2: { enforce: 'full' } } } } }, 'the stricter one');
  t.match(half.messages, /gdpr\.purpose2\.enforce_purpose: not supported alone: /);
});

t.test('a value that Gavel does not accept is reported, limited or left out', async (t) => {
  const { status, messages, settings } = await account(
    t,
    '{"default_bid_limit": 5000, "targeting_prefix": "!", "cookie_sync": {"max_limit": "many"}, "debug_alow": true}',
  );
  t.equal(status, 0);
  t.strictSame(settings, { defaultBidLimit: 1000 });
  t.match(messages, /default_bid_limit: is 5000, which is out of range: defaultBidLimit is set to 1000/);
  t.match(messages, /targeting_prefix: ignored: targeting\.prefix must be a letter, then /);
  t.match(messages, /cookie_sync\.max_limit: ignored: cookieSync\.maxLimit must be a whole number /);
  t.match(messages, /debug_alow: is not a known setting of .* did you mean debug_allow\?/);
});

t.test(
  'an account that keeps an impossible number of address bits keeps as many as the old server then does',
  async (t) => {
    const { messages, settings } = await account(
      t,
      '{"privacy": {"ipv4": {"anon_keep_bits": 33}, "ipv6": {"anon_keep_bits": -1}}}',
    );
    t.strictSame(settings, { privacy: { ipv4: { anonKeepBits: 24 }, ipv6: { anonKeepBits: 56 } } });
    t.match(messages, /privacy\.ipv4\.anon_keep_bits: is 33, .* 24 bits are kept, as by the old server$/m);
    const possible = '{"privacy": {"ipv4": {"anon_keep_bits": 0}, "ipv6": {"anon_keep_bits": 128}}}';
    t.strictSame((await account(t, possible)).settings, {
      privacy: { ipv4: { anonKeepBits: 0 }, ipv6: { anonKeepBits: 128 } },
    });
  },
);

t.test('account_defaults become accounts.defaults', async (t) => {
  const { out } = await convertText(
    t,
    'go',
    'gdpr: {default_value: "1"}\naccount_defaults: {debug_allow: false, privacy: {dsa: {default: \'{"dsarequired": 2}\'}}}\n',
  );
  t.strictSame((parse(out) as { accounts: object }).accounts, {
    defaults: { debugAllowed: false, privacy: { dsa: { default: { dsarequired: 2 } } } },
  });
});

t.test(
  'an account whose id is no file name is reported; a folder that cannot be created stops the command first',
  async (t) => {
    const dir = testFolder(t);
    const ids = ['x'.repeat(252), 'ok'];
    const list = oldFile(t, JSON.stringify({ accounts: ids.map((id) => ({ id })) }), 'accounts.json');
    const { status, messages } = await convert('--accounts', list, '--from', 'go', '--stored', dir);
    t.equal(status, 0);
    t.strictSame(readdirSync(join(dir, 'accounts')), ['ok.json']);
    t.match(messages.join('\n'), /^account "x+…": left out: its id cannot be a file name; .*\n1 accounts written/);

    const to = join(dir, 'service.yaml');
    for (const stored of [oldFile(t, 'x', 'file'), '/proc/gavel']) {
      const places = ['--to', to, '--accounts', list, '--stored', stored];
      const hindered = await convert(sample('pbs.yaml'), '--from', 'go', ...places);
      t.match(hindered, { status: 1, messages: [/^the result cannot be written \(.*(?:ENOTDIR|EEXIST|ENOENT)/] });
    }
    t.notOk(existsSync(to), 'nothing is written');
  },
);

t.test('accounts may be a map by id; the file of a host has no accounts', async (t) => {
  const stored = testFolder(t);
  const map = oldFile(t, '{"accounts": {"1001": {"disabled": true}, "pub": {}}}', 'answer.json');
  const { messages } = await convert('--accounts', map, '--from', 'go', '--stored', stored);
  t.strictSame(readdirSync(join(stored, 'accounts')), ['1001.json', 'pub.json']);
  t.match(messages, [/^2 accounts written/]);
  t.strictSame(JSON.parse(readFileSync(join(stored, 'accounts/1001.json'), 'utf8')), { disabled: true });
  const both = oldFile(t, 'port: 1\nexternal_url: "http://h.example"\naccounts: [{id: a}]\n');
  t.match((await convert('--accounts', both, '--from', 'go', '--stored', stored)).messages, [/^1 accounts written/]);
  const none = testFolder(t);
  const host = await convert('--accounts', sample('pbs.yaml'), '--from', 'go', '--stored', none);
  t.match(host.messages, [/pbs\.yaml: is a host's configuration, not an account: /, /^0 accounts written/]);
  const defaults = oldFile(t, 'account_defaults: {disabled: true}\n', 'defaults.yaml');
  const ofDefaults = await convert('--accounts', defaults, '--from', 'go', '--stored', none);
  t.match(ofDefaults.messages, [/defaults\.yaml: is a host's configuration, not an account: /, /^0 accounts written/]);
  t.strictSame(readdirSync(join(none, 'accounts')), []);
});

t.test('the number of accounts written is always the last message', async (t) => {
  const accounts = Array.from({ length: 300 }, (_, at) => ({ id: `pub-${at}`, [`own_${at}`]: 1, hooks: { a: 1 } }));
  for (const one of accounts) Object.assign(one, { default_bid_limit: `x${one.id}` });
  const list = oldFile(t, JSON.stringify({ accounts }), 'accounts.json');
  const { messages } = await convert('--accounts', list, '--from', 'go', '--stored', testFolder(t));
  t.match(messages.at(-2), /^and \d+ more: fix these first$/);
  t.match(messages.at(-1), /^300 accounts written to /);
});

t.test('accounts that cannot be read are an error', async (t) => {
  const stored = ['--stored', testFolder(t)];
  const none = await convert('--accounts', join(testFolder(t), 'none'), '--from', 'go', ...stored);
  t.match(none, { status: 1, messages: [/^--accounts .* cannot be read \(ENOENT\): name a file or a folder/] });
  const empty = await convert('--accounts', testFolder(t), '--from', 'go', ...stored);
  t.match(empty, { status: 1, messages: [/holds no accounts: name a folder of ID\.json, or a file/] });
  const wrong = await convert('--accounts', oldFile(t, '[1]', 'a.json'), '--from', 'go', ...stored);
  t.match(wrong.messages.join('\n'), /a\.json is not a map of settings/);
});
