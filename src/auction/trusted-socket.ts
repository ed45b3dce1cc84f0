/**
 * Tells undici that a kept socket needs no look before its next call. undici marks a socket that has carried a call, and before the next
 * one waits a turn of the event loop for what may have come unasked: an immediate, and all its steps twice, for each call.
 */
import type { Socket } from 'node:net';

/** Where undici's client marks `socket`, which has just connected; undefined where it keeps no such mark, as a later undici may. */
export function usedKey(socket: Socket): symbol | undefined {
  return Object.getOwnPropertySymbols(socket).find(({ description }) => description === 'kSocketUsed');
}

/** Takes the mark away until the next call has ended. */
export function trust(socket: Socket, key: symbol): void {
  (socket as unknown as { [key: symbol]: unknown })[key] = false;
}
