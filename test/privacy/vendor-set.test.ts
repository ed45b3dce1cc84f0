/** Sets of vendors in consent strings, bit by bit (TCF 2 'Vendor consent section'). */
import t from 'tap';
import { Bits } from '../../src/privacy/bits.ts';
import { VendorSet } from '../../src/privacy/vendor-set.ts';

const wide = (value: number, digits: number) => value.toString(2).padStart(digits, '0');

/** The set encoded in these binary digits. */
function setOf(digits: string): VendorSet {
  const whole = digits.padEnd(Math.ceil(digits.length / 24) * 24, '0');
  const bytes = Uint8Array.from({ length: whole.length / 8 }, (_, at) => parseInt(whole.slice(at * 8, at * 8 + 8), 2));
  return new VendorSet(Bits.of(Buffer.from(bytes).toString('base64url'))!);
}

const named = (set: VendorSet) => [-1, 0, 1, 2, 3, 4, 5].filter((id) => set.has(id));

t.test('a bit field has one bit per vendor', async (t) => {
  t.strictSame(named(setOf(`${wide(4, 16)}0${'1001'}1`)), [1, 4], 'bits after the last vendor are ignored');
});

t.test('a range encoding has ranges and single vendors', async (t) => {
  const ranges = `${wide(2, 12)}1${wide(1, 16)}${wide(2, 16)}0${wide(4, 16)}`;
  t.strictSame(named(setOf(`${wide(4, 16)}1${ranges}`)), [1, 2, 4]);
});

t.test('vendor id 0 is in no set, even in a range from 0', async (t) => {
  t.strictSame(named(setOf(`${wide(4, 16)}1${wide(1, 12)}1${wide(0, 16)}${wide(2, 16)}`)), [1, 2]);
});
