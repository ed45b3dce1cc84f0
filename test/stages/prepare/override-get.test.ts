/** The inventory of a GET request, which has the account in site, app and dooh at first (implementation B, its GET interface). */
import t from 'tap';
import type { JsonObject } from '../../../src/openrtb/json-object.ts';
import { withStoredInventory } from '../../../src/stages/prepare/override-get.ts';

const publisher = { id: '1' };

/** The inventories that are kept of a request with the account in all three and an app filled by profiles. */
const left = (stored: JsonObject | undefined, defaults?: JsonObject): string[] =>
  Object.keys(
    withStoredInventory({ site: { publisher }, app: { publisher, name: 'a' }, dooh: { publisher } }, [
      stored,
      defaults,
    ]),
  );

t.test(
  "the inventory is the stored one, else the host's default, else the one filled by profiles, else the site",
  async (t) => {
    t.strictSame(left({ site: {} }, { dooh: {} }), ['site']);
    t.strictSame(left({ id: 'r', site: null }, { dooh: {} }), ['dooh']);
    t.strictSame(left(undefined), ['app']);
    t.strictSame(Object.keys(withStoredInventory({ site: { publisher }, app: { publisher } }, [undefined])), ['site']);
  },
);
