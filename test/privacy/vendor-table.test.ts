/** Vendor lists in compact form: declarations, the shared block, invalid lists. */
import t from 'tap';
import { listKey } from '../../src/privacy/tc-string.ts';
import { readVendorList, type VendorList } from '../../src/privacy/vendor-list.ts';
import { ListedVendors, packVendorLists } from '../../src/privacy/vendor-table.ts';
import { vendorListJson, type TestVendors } from './support.ts';

function read(version: number, vendors: TestVendors, specification = 3): VendorList {
  const list = readVendorList(vendorListJson(version, vendors, specification));
  if (typeof list === 'string') throw new Error(list);
  return list;
}

const find = (lists: VendorList[], key: number, vendor: number) =>
  ListedVendors.in(packVendorLists(lists), key)?.find(vendor);

const bits = (...numbers: number[]) => numbers.reduce((sum, number) => sum + 2 ** (number - 1), 0);

t.test('a vendor is found with its declarations', async (t) => {
  const list = read(7, {
    1: { purposes: [1, 2, 11], legIntPurposes: [7, 10], flexiblePurposes: [2, 7], specialFeatures: [1, 2] },
    900: { purposes: [3], specialFeatures: [2] },
  });
  t.equal(list.key, listKey(3, 7));
  t.strictSame(find([list], listKey(3, 7), 1), {
    purposes: bits(1, 2, 11),
    interests: bits(7, 10),
    flexible: bits(2, 7),
    usesPreciseGeo: true,
  });
  t.strictSame(find([list], listKey(3, 7), 900), {
    purposes: bits(3),
    interests: 0,
    flexible: 0,
    usesPreciseGeo: false,
  });
  for (const id of [0, -1, 2, 899, 901, 65_536]) t.equal(find([list], listKey(3, 7), id), undefined, `vendor ${id}`);
});

t.test('a vendor is found by the key of its list, and in no other list', async (t) => {
  const lists = [read(7, { 1: { purposes: [1] }, 5: { purposes: [5] } }), read(8, { 1: { purposes: [2] }, 5: {} })];
  const old = read(7, { 1: { purposes: [9] } }, 2);
  t.equal(find([...lists, old], listKey(3, 7), 1)?.purposes, 1);
  t.equal(find([...lists, old], listKey(3, 8), 1)?.purposes, 2);
  t.equal(find([...lists, old], listKey(2, 7), 1)?.purposes, 256);
  t.equal(find([...lists, old], listKey(3, 9), 1), undefined);
  t.equal(find(lists, listKey(3, 8), 7), undefined, 'an id after the last vendor is not found in the next list');
  t.equal(packVendorLists([]), null);
  t.equal(ListedVendors.in(null, listKey(3, 7)), undefined);
});

t.test('a vendor that the newest list has deleted or dropped is not found in older lists', async (t) => {
  const vendors = { 1: { purposes: [1] }, 2: { purposes: [1] }, 3: { purposes: [1] } };
  const newest = read(8, { 1: { purposes: [1] }, 2: { purposes: [1], deletedDate: '2026-01-01T00:00:00Z' } });
  const lists = [read(7, vendors), newest, read(5, vendors, 2)];
  const alive = (key: number) => [1, 2, 3].filter((id) => find(lists, key, id) !== undefined);
  t.strictSame(alive(listKey(3, 8)), [1]);
  t.strictSame(alive(listKey(3, 7)), [1]);
  t.strictSame(alive(listKey(2, 5)), [1, 2, 3], 'each specification has its own newest list');
});

t.test('an invalid vendor list gives the reason', async (t) => {
  const good = vendorListJson(7, { 1: {} });
  for (const [json, why] of [
    [null, /not a JSON object/],
    [[], /not a JSON object/],
    [{ ...good, gvlSpecificationVersion: 4 }, /gvlSpecificationVersion/],
    [{ ...good, vendorListVersion: 0 }, /vendorListVersion/],
    [{ ...good, vendorListVersion: 4096 }, /vendorListVersion/],
    [{ ...good, vendorListVersion: '7' }, /vendorListVersion/],
    [{ ...good, vendors: undefined }, /no vendors/],
    [{ ...good, vendors: {} }, /no vendors/],
    [{ ...good, vendors: { 1: { id: 1e9 }, 2: { id: '2' }, 3: null } }, /no vendors/],
  ] as const) {
    t.match(readVendorList(json), why);
  }
});

t.test('invalid parts of a vendor list are ignored', async (t) => {
  const text =
    '{"gvlSpecificationVersion":3,"vendorListVersion":7,"vendors":{"__proto__":{"id":4,"purposes":[1]},"1":{"id":1,"deletedDate":null,"purposes":[1,"2",13,-1,2.5,null],"legIntPurposes":"7"}}}';
  const list = readVendorList(JSON.parse(text)) as VendorList;
  t.equal(find([list], list.key, 1)?.purposes, 1);
  t.equal(find([list], list.key, 1)?.interests, 0);
  t.equal(find([list], list.key, 4)?.purposes, 1);
});

t.test('the oldest lists are dropped when the block would be too large', async (t) => {
  const lists = Array.from({ length: 80 }, (_, at) => read(at + 1, { 65_535: { purposes: [1] } }));
  const block = packVendorLists(lists)!;
  t.ok(block.byteLength <= 40 * 1024 * 1024, `${block.byteLength} bytes`);
  t.ok(ListedVendors.in(block, listKey(3, 80)));
  t.notOk(ListedVendors.in(block, listKey(3, 1)));
});
