/** Converts the price floors of accounts of Prebid Server (Go). */
import t, { type Test } from 'tap';
import { convertAccount } from './running-convert.ts';

/** An account with these floors, converted alone or with its host. */
const account = (t: Test, floors: string, host?: string) =>
  convertAccount(t, 'go', { text: `{"price_floors": ${floors}}`, ...(host !== undefined && { host }) });

t.test('floors that the host has off are off in its accounts', async (t) => {
  const host = 'gdpr: {default_value: "1"}\nport: 8001\n';
  const { settings, messages } = await account(t, '{"enabled": true, "enforce_floors_rate": 20}', host);
  t.match(messages, /^account "pub" price_floors\.enabled: ignored: price_floors\.enabled of the host is not true, /m);
  t.strictSame(settings, { priceFloors: { enforceRate: 20 } });
  const alone = await account(t, '{"enabled": true}');
  t.strictSame(alone.settings, { priceFloors: { enabled: true } }, 'without its host');
});

t.test('a floor enforcement rate of 0, which the old server takes for none, becomes 100', async (t) => {
  for (const [rate, becomes] of [
    ['0', 100],
    ['"0"', 100],
    ['1', 1],
  ] as const) {
    const { settings } = await account(t, `{"enforce_floors_rate": ${rate}}`);
    t.strictSame(settings, { priceFloors: { enforceRate: becomes } }, rate);
  }
});

const defaults = (isOn: boolean) =>
  `account_defaults.price_floors.fetch: {enabled: ${isOn}, url: "https://f.example/all.json"}\n`;

t.test('floors are fetched only if the account or its host enables that', async (t) => {
  const url = '"url": "https://f.example/a.json"';
  const fetched = (own: string, host?: string) => {
    const start = 'gdpr: {default_value: "1"}\nprice_floors.enabled: true\n';
    return account(t, `{"fetch": ${own}}`, host === undefined ? undefined : start + host);
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
