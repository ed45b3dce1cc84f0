/** What forms a URL beyond macros. */
import t from 'tap';
import { Refusal } from '../../../src/adapter/definition.ts';
import { appendSegment } from '../../../src/adapter/steps/address.ts';
import { contextOf } from '../support.ts';

t.test('appendSegment adds one encoded segment', async (t) => {
  const url = appendSegment<{ id?: string | number }, unknown>((p) => p.id);
  const endpoint = 'https://acme.com/bid/';
  t.equal(url(endpoint, contextOf({ id: 'a1' })), 'https://acme.com/bid/a1');
  t.equal(url(endpoint, contextOf({ id: 7 })), 'https://acme.com/bid/7');
  t.equal(url(endpoint, contextOf({ id: '../x?y#z@e' })), 'https://acme.com/bid/..%2Fx%3Fy%23z%40e');
  for (const id of ['', '.', '..']) t.type(url(endpoint, contextOf({ id })), Refusal, id);
  t.type(url(endpoint, contextOf({})), Refusal);
  t.match(url(endpoint, contextOf({ id: '..' })), { problem: { message: /^"\.\." of the params cannot end/ } });
});
