/** Faults in targeting for ad pods, and the mapping that it names (implementations A `applyCategoryMapping`, B `getPrimaryAdServer`). */
import t from 'tap';
import { judgePods, mappingName, translates } from '../../src/openrtb/svc-pods.ts';

const faultsOf = (targeting: Parameters<typeof judgePods>[0]) => judgePods(targeting, 'p').faults;

t.test('primaryadserver must be valid if, and only if, categories are translated', async (t) => {
  for (const primaryadserver of [undefined, 0, 3, -1]) {
    const asked = { withcategory: true, ...(primaryadserver !== undefined && { primaryadserver }) };
    t.match(faultsOf({ includebrandcategory: asked }), [/^p\.includebrandcategory\.primaryadserver is .*: give 1 /]);
    t.strictSame(faultsOf({ includebrandcategory: { ...asked, translatecategories: false } }), []);
    t.strictSame(faultsOf({ includebrandcategory: { ...asked, withcategory: false } }), []);
  }
  t.strictSame(faultsOf({ includebrandcategory: { withcategory: true, primaryadserver: 2 } }), []);
});

t.test('durationrangesec has at most 100 whole seconds', async (t) => {
  const seconds = Array.from({ length: 101 }, (_, at) => at + 1);
  t.strictSame(faultsOf({ includebrandcategory: {}, durationrangesec: seconds.slice(1) }), []);
  t.strictSame(faultsOf({ includebrandcategory: {}, durationrangesec: [] }), []);
  t.match(faultsOf({ includebrandcategory: {}, durationrangesec: seconds }), [
    /^p\.durationrangesec has 101 entries: give at most 100$/,
  ]);
  t.match(faultsOf({ includebrandcategory: {}, durationrangesec: [15, -1] }), [/^p\.durationrangesec has -1: /]);
});

t.test('a mapping is named by ad server and publisher, and needs withcategory', async (t) => {
  t.equal(mappingName({ primaryadserver: 1 }), 'freewheel');
  t.equal(mappingName({ primaryadserver: 2, publisher: '' }), 'dfp');
  t.equal(mappingName({ primaryadserver: 2, publisher: 'pub' }), 'dfp_pub');
  t.equal(translates(undefined), false);
  t.equal(translates({ withcategory: true }), true);
});
