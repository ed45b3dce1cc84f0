/** Takes what the admin port asks capture for to every process, and tells how far it is (issue 6, item 3). */
import type { CaptureNews } from '../http/admin-capture.ts';
import type { Capture } from '../observe/capture.ts';
import type { Channel } from './channel.ts';

/** The admin port's side; a process has `answerMs` to tell its state, in milliseconds. */
export function tellCaptures(channel: Channel, answerMs: number): CaptureNews {
  return {
    states: async () => (await channel.ask('captures', answerMs)).filter((state) => state !== null),
    order: (order) => channel.tell('captureOrdered', order),
  };
}

/** A serving process's side, until the function returned is called. */
export function hearCaptures(channel: Channel, capture: Pick<Capture, 'orders' | 'path'> | undefined): () => void {
  const ends = [
    channel.hear('captureOrdered', (order) => capture?.orders.give(order)),
    channel.hear('captureTaken', (id) => capture?.orders.note(id)),
    channel.answer('captures', () => (capture ? { path: capture.path, order: capture.orders.state } : null)),
  ];
  return () => ends.forEach((end) => end());
}
