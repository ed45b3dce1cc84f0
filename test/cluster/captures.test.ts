/** How an order for captures reaches processes that come later: with what is left of it, and only while it lasts (issue 6, item 3). */
import t from 'tap';
import { tellCaptures } from '../../src/cluster/captures.ts';
import { Channel } from '../../src/cluster/channel.ts';
import { CaptureOrders, type OrderState } from '../../src/observe/capture-order.ts';

t.test('a process that starts hears of what is left of an order, until its time is over', (t) => {
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
  t.strictSame(newcomerHears(), [{ ...order, left: 2 }], 'without what was taken');
  for (let more = 0; more < 3; more++) channel.tellPrimary('captureCounted', 'o1');
  t.strictSame(newcomerHears(), [{ ...order, left: 0 }], 'never less than none');

  captures.order({ ...order, id: 'o2', untilMs: Date.now() - 1 });
  t.strictSame(newcomerHears(), [], 'its time is over');
  captures.order(order);
  captures.order(null);
  t.strictSame(newcomerHears(), [], 'it was taken back');
  t.end();
});

t.test('a process that knows an order takes from a further word of it only that less is left', (t) => {
  const orders = new CaptureOrders(() => undefined);
  const order = { id: 'o1', limit: 5, untilMs: Date.now() + 60_000 };
  orders.give({ ...order, left: 5 });
  orders.note('o1');
  orders.note('of an order before');
  t.equal(orders.state?.left, 4);
  orders.give({ ...order, left: 5 });
  t.equal(orders.state?.left, 4, 'said before it was counted');
  orders.give({ ...order, left: 2 });
  t.equal(orders.state?.left, 2);
  orders.give({ ...order, id: 'o2', left: 5 });
  t.equal(orders.state?.left, 5, 'another one');
  t.end();
});
