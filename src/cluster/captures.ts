/** Takes an order for captures from the admin port to every process, those that start later too, and tells how far it is (issue 6, item 3). */
import type { CaptureNews } from '../http/admin-capture.ts';
import type { OrderState } from '../observe/capture-order.ts';
import type { Capture } from '../observe/capture.ts';
import type { Channel } from './channel.ts';

/** The admin port's side; a process has `answerMs` to tell its state, in milliseconds. */
export function tellCaptures(channel: Channel, answerMs: number): CaptureNews {
  /** The order as far as this process has heard: processes that have died may have known more. */
  let last: OrderState | null = null;
  /** Asks every process, and keeps how far the furthest is. */
  const states = async () => {
    const all = await channel.ask('captures', answerMs);
    for (const state of all) {
      if (last !== null && state?.order?.id === last.id)
        last = { ...last, left: Math.min(last.left, state.order.left) };
    }
    return all;
  };
  const tell = (order: OrderState | null): void => {
    last = order;
    channel.tell('captureOrdered', order);
  };
  channel.hear('captureNewcomer', () => {
    if (last !== null && Date.now() < last.untilMs) void states().then(() => tell(last));
  });
  return { states, order: (order) => tell(order && { ...order, left: order.limit }) };
}

/** A serving process's side, until the function returned is called. */
export function hearCaptures(channel: Channel, capture: Pick<Capture, 'orders' | 'path'> | undefined): () => void {
  if (!capture) return channel.answer('captures', () => null);
  const { orders, path } = capture;
  const ends = [
    channel.hear('captureOrdered', (order) => orders.give(order)),
    channel.hear('captureTaken', (id) => orders.note(id)),
    channel.answer('captures', () => ({ path, order: orders.state })),
  ];
  channel.tellPrimary('captureNewcomer', null);
  return () => ends.forEach((end) => end());
}
