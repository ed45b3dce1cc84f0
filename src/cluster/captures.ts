/** Passes capture orders from the admin port to every process, including later ones, and reports their progress (issue 6, item 3). */
import type { CaptureNews } from '../http/admin-capture.ts';
import type { OrderState } from '../observe/capture-order.ts';
import type { Capture } from '../observe/capture.ts';
import type { Channel } from './channel.ts';

/** The admin port's side; a process has `answerMs` to report its state, in milliseconds. */
export function tellCaptures(channel: Channel, answerMs: number): CaptureNews {
  /** The current order and its progress, for processes that start later: those that knew it may have died. */
  let last: OrderState | null = null;
  const tell = (order: OrderState | null): void => {
    last = order;
    channel.tell('captureOrdered', order);
  };
  channel.hear('captureCounted', (id) => {
    // Told to all: a process that asked after this capture's other message, and before this one, knows neither.
    if (last?.id === id) tell({ ...last, left: Math.max(0, last.left - 1) });
  });
  channel.hear('captureNewcomer', () => {
    if (last !== null && Date.now() < last.untilMs) tell(last);
  });
  return {
    states: () => channel.ask('captures', answerMs),
    order: (order) => tell(order && { ...order, left: order.limit }),
  };
}

/** Counts a captured auction of the order `id` in every process, this one at once. */
export function tellTaken(channel: Channel, id: string): void {
  channel.tell('captureTaken', id);
  channel.tellPrimary('captureCounted', id);
}

/** A serving process's side, active until the returned function is called. */
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
