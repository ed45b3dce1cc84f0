/** Refusals with a bidder's own message. */
import t from 'tap';
import type { BidContext } from '../../../src/adapter/reply-steps.ts';
import { badReply, Refusal } from '../../../src/adapter/refusal.ts';
import { requireType } from '../../../src/adapter/steps/imp.ts';
import { saying, unknownType } from '../../../src/adapter/steps/saying.ts';
import { contextOf } from '../support.ts';

const messageOf = (made: unknown) => (made instanceof Refusal ? made.problem?.message : made);

t.test('saying replaces the message of a refusal and changes nothing else', async (t) => {
  const step = saying(({ id }) => `no banner in ${id}`, requireType('banner'));
  t.equal(messageOf(step({ id: 'i1' }, contextOf({}))), 'no banner in i1');
  t.equal(step({ id: 'i1', banner: {} }, contextOf({})), null);
  const own = saying<object, unknown>('text', () => badReply('other'));
  t.match(own({}, contextOf({})), { problem: { code: 3, message: 'text' } }, 'the code is kept');
  t.equal(saying('text', () => new Refusal(undefined))({}, contextOf({})) instanceof Refusal, true);
});

t.test('unknownType refuses every bid with its message', async (t) => {
  const rule = unknownType(({ id, impid }) => `what is ${id} for ${impid}?`);
  t.equal(messageOf(rule({ id: 'b' }, {} as BidContext)), 'what is b for ?', 'a missing id is empty');
});
