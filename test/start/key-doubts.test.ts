/** Warnings at the start about targeting keys that are cut to the same. */
import t from 'tap';
import { doubts, sound } from './doubted.ts';

const { acme } = sound.bidders;
const ofKeys = (codes: readonly string[], more: object) =>
  doubts({ ...sound, bidders: Object.fromEntries(codes.map((code) => [code, acme])), ...more });
const cutTo = (truncateKeyLength: number) => ({ targeting: { truncateKeyLength } });

t.test('warns of a length that cuts the keys of two bidders to the same', async (t) => {
  t.strictSame(ofKeys(['alpha', 'acme'], cutTo(11)), [
    'targeting.truncateKeyLength is 11, so the keys hb_bidder_alpha and hb_bidder_acme are both hb_bidder_a: raise it, or choose codes that differ earlier',
  ]);
  t.strictSame(ofKeys(['alpha', 'acme'], cutTo(12)), []);
  t.strictSame(ofKeys(['alpha', 'bravo'], cutTo(11)), []);
});

t.test('warns of codes that differ only where the usual length cuts them', async (t) => {
  const codes = ['smartadserver', 'smartadserver2'];
  t.match(ofKeys(codes, {}), [/ is 20, so the keys hb_bidder_smartadserver and hb_bidder_smartadserver2 are both /]);
  t.strictSame(ofKeys(codes, cutTo(0)), []);
});

t.test('warns of a length that leaves nothing of the code', async (t) => {
  t.match(ofKeys(['acme'], cutTo(9)), [/ the keys hb_bidder and hb_bidder_acme are both hb_bidder:/]);
  t.match(ofKeys(['acme'], cutTo(3)), [/ the keys hb_pb_acme and hb_bidder_acme are both hb_:/]);
});

t.test('the settings of all accounts count before those of the host, and bidders that are off do not', async (t) => {
  const accounts = { defaults: { targeting: { prefix: 'longer', truncateKeyLength: 17 } } };
  t.match(ofKeys(['alpha1', 'alpha2'], { accounts }), [
    /^accounts\.defaults\.targeting\.truncateKeyLength is 17, .*longer/,
  ]);
  const bidders = { alpha: acme, acme: { ...acme, enabled: false } };
  t.strictSame(doubts({ ...sound, bidders, ...cutTo(11) }), []);
});
