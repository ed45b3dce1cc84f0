/**
 * Speeds up undici's property reads. undici describes each open connection by a new object literal with a getter in it. V8 keeps such
 * objects as slow dictionaries, and undici reads them a dozen times per call (bench/README, 'Choices').
 */

import type { Socket } from 'node:net';

/** undici's description of an open HTTP/1.1 connection. */
type Context = Omit<PlainContext, 'destroyed'>;

/** Its members, in undici's order. */
const members = 'version,defaultPipelining,write,resume,destroy,destroyed,busy';

/** The same members as a class instance, so all connections share one hidden class. */
export class PlainContext {
  readonly version: unknown;
  readonly defaultPipelining: unknown;
  readonly write: unknown;
  readonly resume: unknown;
  readonly destroy: unknown;
  readonly busy: unknown;
  readonly #socket: Socket;

  constructor({ version, defaultPipelining, write, resume, destroy, busy }: Context, socket: Socket) {
    this.version = version;
    this.defaultPipelining = defaultPipelining;
    this.write = write;
    this.resume = resume;
    this.destroy = destroy;
    this.busy = busy;
    this.#socket = socket;
  }

  get destroyed(): boolean {
    return this.#socket.destroyed;
  }
}

/**
 * Replaces the context of an undici client that has just connected over `socket` with a `PlainContext`. A client with any other members, as
 * a later undici may have, is left unchanged.
 */
export function plainContext(client: object, socket: Socket): void {
  const key = Object.getOwnPropertySymbols(client).find(({ description }) => description === 'http context');
  if (key === undefined) return;
  const holder = client as { [key: symbol]: unknown };
  const context = holder[key];
  if (typeof context !== 'object' || context === null || Object.keys(context).join() !== members) return;
  holder[key] = new PlainContext(context as Context, socket);
}
