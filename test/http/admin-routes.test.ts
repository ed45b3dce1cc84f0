/** Which source of conversion rates the admin port says is in use (interface, 'Endpoints'). */
import t from 'tap';
import { adminRoutes, type AdminParts } from '../../src/http/admin-routes.ts';

async function inUse(...readAtMs: number[]): Promise<unknown> {
  const states = readAtMs.map((ms, at) => ({ name: `${at + 1}`, dataAsOf: '', readAtMs: ms, stale: false, fault: '' }));
  const parts = { rates: () => states, stored: {}, captures: {} } as unknown as AdminParts;
  const route = adminRoutes(parts).find(({ path }) => path === '/currency/rates')!;
  const { body } = await route.handle({} as never);
  return (JSON.parse(body) as { inUse: unknown }).inUse;
}

t.test('the first source of rates that was ever read is in use, and none before that', async (t) => {
  t.equal(await inUse(5, 7), '1');
  t.equal(await inUse(0, 7, 9), '2');
  t.equal(await inUse(0, 0), null);
});
