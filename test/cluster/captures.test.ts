/** How an order for captures reaches processes that start later: with the number that is left, until it expires (issue 6, item 3). */
import t from 'tap';
import { tellCaptures } from '../../src/cluster/captures.ts';
import { Channel } from '../../src/cluster/channel.ts';
import { CaptureOrders, type OrderState } from '../../src/observe/capture-order.ts';

t.test('a new process is told how many captures of an order are left, until the order expires', async (t) => {
  const channel = new Channel();
  const captures = tellCaptures(channel, 100);
  const told: (OrderState | null)[] = [];
  channel.hear('captureOrdered', (order) => told.push(order));
  const newcomerHears = (): (OrderState | null)[] => {
    told.length = 0;
    channel.tellPrimary('captureNewcomer', null);
    return told;
  };
  t.strictSame(newcomerHears(), [], 'no order');

  const order = { id: 'o1', limit: 3, untilMs: Date.now() + 60_000 };
  captures.order(order);
  t.strictSame(newcomerHears(), [{ ...order, left: 3 }]);
  channel.tellPrimary('captureCounted', 'o1');
  channel.tellPrimary('captureCounted', 'of an order before');
  t.strictSame(told.splice(1), [{ ...order, left: 2 }], 'also a process that has just asked');
  t.strictSame(newcomerHears(), [{ ...order, left: 2 }], 'captures already taken are subtracted');
  for (let more = 0; more < 3; more++) channel.tellPrimary('captureCounted', 'o1');
  t.strictSame(newcomerHears(), [{ ...order, left: 0 }], 'never below zero');

  captures.order({ ...order, id: 'o2', untilMs: Date.now() - 1 });
  t.strictSame(newcomerHears(), [], 'the order has expired');
  captures.order(order);
  captures.order(null);
  t.strictSame(newcomerHears(), [], 'the order was cancelled');
});

t.test('a repeated order can only lower the number that a process has left', async (t) => {
  const orders = new CaptureOrders(() => undefined);
  const order = { id: 'o1', limit: 5, untilMs: Date.now() + 60_000 };
  orders.give({ ...order, left: 5 });
  orders.note('o1');
  orders.note('of an order before');
  t.equal(orders.state?.left, 4);
  orders.give({ ...order, left: 5 });
  t.equal(orders.state?.left, 4, 'a higher number is outdated');
  orders.give({ ...order, left: 2 });
  t.equal(orders.state?.left, 2);
  orders.give({ ...order, id: 'o2', left: 5 });
  t.equal(orders.state?.left, 5, 'a new order starts afresh');
});
