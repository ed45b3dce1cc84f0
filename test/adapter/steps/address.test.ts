/** Steps that form a URL without macros. */
import t from 'tap';
import type { ShapedImp } from '../../../src/adapter/call-steps.ts';
import { Refusal } from '../../../src/adapter/refusal.ts';
import { appendSegment, firstInQuery } from '../../../src/adapter/steps/address.ts';
import { contextOf } from '../support.ts';

t.test('appendSegment adds one encoded segment and refuses an empty or a dotted one', async (t) => {
  const url = appendSegment<{ id?: string | number }, unknown>((p) => p.id);
  const endpoint = 'https://acme.com/bid/';
  t.equal(url(endpoint, contextOf({ id: 'a1' })), 'https://acme.com/bid/a1');
  t.equal(url(endpoint, contextOf({ id: 7 })), 'https://acme.com/bid/7');
  t.equal(url(endpoint, contextOf({ id: '../x?y#z@e' })), 'https://acme.com/bid/..%2Fx%3Fy%23z%40e');
  for (const id of ['', '.', '..']) t.type(url(endpoint, contextOf({ id })), Refusal, id);
  t.type(url(endpoint, contextOf({})), Refusal);
  t.match(url(endpoint, contextOf({ id: '..' })), { problem: { message: /^"\.\." of the params cannot end/ } });
});

t.test('firstInQuery adds the first value that an imp has, and refuses where none has one', async (t) => {
  const url = firstInQuery<{ k?: string }, unknown>('pid', (p) => p.k, 'no imp has k');
  const imps = ['', 'a b', 'c'].map((k) => ({ params: { k } }) as ShapedImp<{ k?: string }>);
  t.equal(url('https://acme.example/?a=1', contextOf({}, { imps })), 'https://acme.example/?a=1&pid=a+b');
  t.match(url('https://acme.example', contextOf({}, { imps: imps.slice(0, 1) })), {
    problem: { code: 2, message: 'no imp has k' },
  });
});
