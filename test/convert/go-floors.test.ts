/** Converts the price floors of accounts of Prebid Server (Go). */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { testFolder } from '../support/folder.ts';
import { convert, oldFile } from './running-convert.ts';

/** What an account with these floors becomes without its host. */
async function alone(t: Test, floors: string): Promise<unknown> {
  const stored = testFolder(t);
  await convert('--accounts', oldFile(t, `{"price_floors": ${floors}}`, 'a.json'), '--from', 'go', '--stored', stored);
  return JSON.parse(readFileSync(join(stored, 'accounts/a.json'), 'utf8'));
}

t.test('floors that the host has off are off in its accounts', async (t) => {
  const stored = testFolder(t);
  const host = oldFile(t, 'gdpr: {default_value: "1"}\nport: 8001\n');
  const one = oldFile(t, '{"price_floors": {"enabled": true, "enforce_floors_rate": 20}}', 'pub.json');
  const { messages } = await convert(host, '--accounts', one, '--from', 'go', '--stored', stored);
  t.match(
    messages.join('\n'),
    /^account "pub" price_floors\.enabled: ignored: price_floors\.enabled of the host is not true, /m,
  );
  const text = readFileSync(join(stored, 'accounts/pub.json'), 'utf8');
  t.strictSame(JSON.parse(text), { priceFloors: { enforceRate: 20 } });
  t.strictSame(await alone(t, '{"enabled": true}'), { priceFloors: { enabled: true } }, 'without its host');
});

t.test('a floor enforcement rate of 0, which the old server takes for none, becomes 100', async (t) => {
  for (const [rate, becomes] of [
    ['0', 100],
    ['"0"', 100],
    ['1', 1],
  ] as const) {
    const settings = await alone(t, `{"enforce_floors_rate": ${rate}}`);
    t.strictSame(settings, { priceFloors: { enforceRate: becomes } }, rate);
  }
});

const defaults = (isOn: boolean) =>
  `account_defaults.price_floors.fetch: {enabled: ${isOn}, url: "https://f.example/all.json"}\n`;

t.test('floors are fetched only if the account or its host enables that', async (t) => {
  const url = '"url": "https://f.example/a.json"';
  const fetched = async (own: string, host?: string) => {
    const stored = testFolder(t);
    const text = `{"price_floors": {"fetch": ${own}}}`;
    const file =
      host === undefined ? [] : [oldFile(t, `gdpr: {default_value: "1"}\nprice_floors.enabled: true\n${host}`)];
    const done = await convert(...file, '--accounts', oldFile(t, text, 'a.json'), '--from', 'go', '--stored', stored);
    const settings = JSON.parse(readFileSync(join(stored, 'accounts/a.json'), 'utf8')) as object;
    return { settings, messages: done.messages.join('\n') };
  };
  const alone = await fetched(`{${url}}`);
  t.strictSame(alone.settings, {});
  t.match(
    alone.messages,
    /price_floors\.fetch\.url: not converted: enabled is not true here, and may be in account_def/m,
  );
  t.strictSame((await fetched(`{${url}}`, '')).settings, {}, 'the default is off');
  t.strictSame((await fetched(`{${url}}`, defaults(true))).settings, {
    priceFloors: { fetch: { url: 'https://f.example/a.json' } },
  });
  t.strictSame((await fetched('{"enabled": true}', defaults(false))).settings, {
    priceFloors: { fetch: { url: 'https://f.example/all.json' } },
  });
  t.strictSame((await fetched('{"enabled": false}', defaults(true))).settings, {
    priceFloors: { useDynamicData: false },
  });
});
