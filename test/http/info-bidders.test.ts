/** `/info/bidders`, `/info/bidders/{code}` and `/bidders/params` over a real socket. */
import t from 'tap';
import { startService } from '../support/service.ts';
import { wholeLists } from '../support/whole-lists.ts';

const service = await startService(t, {
  bidders: { appnexus: {}, plain: { endpoint: 'http://127.0.0.1:1/bid' }, criteo: { enabled: false } },
});

async function get(path: string): Promise<{ status: number; type: string | null; text: string }> {
  const response = await fetch(`${service.url}${path}`);
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() };
}

t.test('codes are listed in alphabetical order, and can be filtered', async (t) => {
  const all = JSON.parse((await get('/info/bidders')).text) as string[];
  t.strictSame(all, all.toSorted());
  for (const code of ['appnexus', 'criteo', 'plain', '152media']) t.ok(all.includes(code), code);
  t.notOk(all.includes('openrtb'), 'the default adapter is not a bidder');
  t.strictSame(JSON.parse((await get('/info/bidders?enabledonly=true')).text), ['appnexus', 'plain']);
  const base = JSON.parse((await get('/info/bidders?baseadaptersonly=TRUE')).text) as string[];
  t.ok(base.includes('adkernel') && !base.includes('152media'));
  for (const wrong of ['enabledonly=1', 'enabledonly=', 'baseadaptersonly=yes']) {
    const { status, text } = await get(`/info/bidders?${wrong}`);
    t.strictSame([status, /must be true or false/.test(text)], [400, true], wrong);
  }
});

t.test('one bidder or all can be asked for; an unknown one is 404', async (t) => {
  const { status, type, text } = await get('/info/bidders/appnexus');
  t.strictSame([status, type], [200, 'application/json']);
  t.match(
    JSON.parse(text),
    wholeLists({
      status: 'ACTIVE',
      usesHttps: false,
      capabilities: { app: { mediaTypes: ['banner', 'video', 'native'] } },
    }),
  );
  t.equal((await get('/info/bidders/AppNexus')).text, text, 'case is ignored, as in auctions');
  t.strictSame(JSON.parse((await get('/info/bidders/criteo')).text), { status: 'DISABLED' });
  t.strictSame(JSON.parse((await get('/info/bidders/152media')).text), { status: 'DISABLED', aliasOf: 'adkernel' });
  const { text: all } = await get('/info/bidders/all');
  t.match(JSON.parse(all), { appnexus: { status: 'ACTIVE' }, criteo: { status: 'DISABLED' } });
  t.equal((await get('/info/bidders/All')).text, all, 'case is ignored here, too');
  for (const nobody of ['nobody', '__proto__', 'constructor', 'openrtb', '%00']) {
    t.equal((await get(`/info/bidders/${nobody}`)).status, 404, nobody);
  }
});

t.test('the params schemas of all bidders are listed', async (t) => {
  const schemas = JSON.parse((await get('/bidders/params')).text) as { [code: string]: { properties?: object } };
  t.match(
    schemas['triplelift'],
    wholeLists({
      type: 'object',
      properties: { inventoryCode: { type: 'string' } },
      required: ['inventoryCode'],
    }),
  );
  t.strictSame(schemas['152media'], schemas['adkernel'], 'an alias has the schema of its parent');
  t.match(schemas['plain'], { type: 'object' });
});
