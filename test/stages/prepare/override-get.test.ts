/** Which inventory a GET request is of, whose address puts the account into each (implementation B, its GET interface). */
import t from 'tap';
import type { JsonObject } from '../../../src/openrtb/merge-patch.ts';
import { withStoredInventory } from '../../../src/stages/prepare/override-get.ts';

const publisher = { id: '1' };

/** The inventories that stay of a request in which the address has put the account into all, and profiles filled the app. */
const left = (stored: JsonObject | undefined, defaults?: JsonObject): string[] =>
  Object.keys(
    withStoredInventory({ site: { publisher }, app: { publisher, name: 'a' }, dooh: { publisher } }, [
      stored,
      defaults,
    ]),
  );

t.test("the stored one, else the host's default, else what profiles have filled, else the site", async (t) => {
  t.strictSame(left({ site: {} }, { dooh: {} }), ['site']);
  t.strictSame(left({ id: 'r', site: null }, { dooh: {} }), ['dooh']);
  t.strictSame(left(undefined), ['app']);
  t.strictSame(Object.keys(withStoredInventory({ site: { publisher }, app: { publisher } }, [undefined])), ['site']);
});
