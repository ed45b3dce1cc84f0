/**
 * Spares undici a slow look-up. What it does with an open connection stands in an object that it writes out anew for each, with a
 * getter in it; V8 keeps such objects as dictionaries, and undici asks one a dozen times a call (bench/README, 'Choices').
 */

import type { Socket } from 'node:net';

/** What undici's client keeps of an open HTTP/1.1 connection. */
type Context = Omit<PlainContext, 'destroyed'>;

/** Its members, in the order in which undici writes them. */
const members = 'version,defaultPipelining,write,resume,destroy,destroyed,busy';

/** The same members, of a class: all connections have them at the same places. */
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
 * Puts a `PlainContext` in the place of the context of an undici client that has just connected over `socket`. A client that keeps
 * anything else, as that of a later undici may, is left as it is.
 */
export function plainContext(client: object, socket: Socket): void {
  const key = Object.getOwnPropertySymbols(client).find(({ description }) => description === 'http context');
  if (key === undefined) return;
  const holder = client as { [key: symbol]: unknown };
  const context = holder[key];
  if (typeof context !== 'object' || context === null || Object.keys(context).join() !== members) return;
  holder[key] = new PlainContext(context as Context, socket);
}
