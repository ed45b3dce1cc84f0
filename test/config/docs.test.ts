/** The reference of settings: every setting has a row with its type, default and meaning. */
import t from 'tap';
import { configReference } from '../../src/config/docs.ts';
import { defaults } from './defaults.ts';

/** The keys of a row, with braces expanded. */
function keysOf(cell: string): string[] {
  const [, before = '', names, after = ''] = /^`([^{]*)(?:\{([^}]*)\}(.*))?`$/.exec(cell) ?? [];
  return names === undefined ? [before] : names.split(',').flatMap((name) => keysOf(`\`${before}${name}${after}\``));
}

const rows = configReference()
  .trimEnd()
  .split('\n')
  .slice(2)
  .map((line) => line.slice(2, -2).split(/ \| /));
const byKey = new Map(rows.flatMap((row) => keysOf(row[0]!).map((key) => [key, row] as const)));

t.test('the reference is a table of four columns, with a type and a meaning for each key once', async (t) => {
  t.ok(configReference().startsWith('| key | type | default | meaning |\n|---|---|---|---|\n'));
  for (const row of rows) {
    t.equal(row.length, 4, row.join(' | '));
    t.ok(row[1] !== '' && row[3]!.length > 5, row.join(' | '));
  }
  t.equal(byKey.size, rows.flatMap((row) => keysOf(row[0]!)).length, 'each key once');
});

t.test('the reference has every default of the public interface', async (t) => {
  const visit = (value: unknown, path: string): void => {
    const row = byKey.get(path);
    const isGroup = typeof value === 'object' && value !== null && !Array.isArray(value) && row === undefined;
    if (isGroup) {
      for (const [key, child] of Object.entries(value)) visit(child, path === '' ? key : `${path}.${key}`);
    } else if (path === 'privacy.gdpr.defaultScope') t.equal(row?.[2], 'required', path);
    else t.equal(row?.[2], `\`${JSON.stringify(value)}\``, path);
  };
  const { accounts, ...rest } = defaults;
  visit({ ...rest, accounts: { required: accounts.required } }, '');
});

t.test('a row has the type of a setting and its limits', async (t) => {
  for (const [key, type] of [
    ['processes', '`auto` or number 1–256'],
    ['port', 'number 0–65535'],
    ['cache.store', '`embedded`, `http`, `redis`'],
    ['blocked.accounts', 'list of text'],
  ] as const) {
    t.equal(byKey.get(key)?.[1], type, key);
  }
});

t.test('the reference has settings by code and settings without a default', async (t) => {
  for (const key of [
    'bidders.<code>.endpoint',
    'bidders.<code>.userSync.redirect.url',
    'accounts.defaults.cache.videoTtlSeconds',
  ]) {
    t.ok(byKey.has(key), key);
  }
  t.equal(byKey.get('bidders.<code>.endpoint')?.[2], '');
  t.equal(byKey.get('accounts.defaults.privacy.allowActivities.fetchBids.rules[].allow')?.[1], 'true, false');
});

const meaning = (key: string): string => byKey.get(key)?.[3] ?? '';

t.test('the meanings say what the service does', async (t) => {
  const [host, account] = ['privacy.gdpr.defaultScope', 'accounts.defaults.privacy.gdpr.defaultScope'].map(meaning);
  t.match(host, /name no country .*Required/, 'a country decides before it (decisions, Privacy)');
  t.match(account, /name no country/);
  t.notMatch(account, /Required/, "an account's is optional");
  t.match(meaning('privacy.gdpr.countries'), /by user\.geo\.country, else device\.geo\.country/);
  t.match(meaning('validation.unknownBidder'), /ext\.errors/, 'where decisions puts it');
});
