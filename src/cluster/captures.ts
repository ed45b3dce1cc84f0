/** Takes what the admin port asks capture for to every process, those that come later too, and tells how far it is (issue 6, item 3). */
import type { CaptureNews } from '../http/admin-capture.ts';
import type { CaptureOrder } from '../observe/capture-order.ts';
import type { Capture } from '../observe/capture.ts';
import type { Channel } from './channel.ts';

/** The admin port's side; a process has `answerMs` to tell its state, in milliseconds. */
export function tellCaptures(channel: Channel, answerMs: number): CaptureNews {
  let last: CaptureOrder | null = null;
  const states = () => channel.ask('captures', answerMs);
  const tellAgain = async (): Promise<void> => {
    const order = last;
    if (order === null || Date.now() >= order.untilMs) return;
    const left = (await states()).flatMap((state) => (state?.order?.id === order.id ? state.order.left : []));
    // Another one may have come meanwhile.
    if (last === order) channel.tell('captureOrdered', { ...order, left: Math.min(order.limit, ...left) });
  };
  channel.hear('captureNewcomer', () => void tellAgain());
  return {
    states,
    order: (order) => {
      last = order;
      channel.tell('captureOrdered', order && { ...order, left: order.limit });
    },
  };
}

/** A serving process's side, until the function returned is called. */
export function hearCaptures(channel: Channel, capture: Pick<Capture, 'orders' | 'path'> | undefined): () => void {
  const ends = [
    channel.hear('captureOrdered', (order) => capture?.orders.give(order)),
    channel.hear('captureTaken', (id) => capture?.orders.note(id)),
    channel.answer('captures', () => (capture ? { path: capture.path, order: capture.orders.state } : null)),
  ];
  if (capture) channel.tellPrimary('captureNewcomer', null);
  return () => ends.forEach((end) => end());
}
