/**
 * The farm's and the floor's access to uWebSockets.js: the same binary as the service's, and a listener on loopback.
 */
import type * as Uws from 'uWebSockets.js';
import { loadUws } from '../../src/http/uws.ts';

/** The native module, with its own typings. */
export const uws = loadUws() as unknown as typeof Uws;

/** The signature of `listen` with a host and options, which the typings leave out. */
interface ListenOnHost {
  listen(host: string, port: number, options: number, done: (socket: Uws.us_listen_socket | false) => void): void;
}

/** Listens on 127.0.0.1 exclusively (port 0 = any free one) and returns the port; rejects if it is taken. */
export function listen(app: Uws.TemplatedApp, port: number): Promise<number> {
  const exclusive = 1; // without it, a port held by another uWebSockets.js process would be bound silently
  return new Promise((resolve, reject) => {
    (app as unknown as ListenOnHost).listen('127.0.0.1', port, exclusive, (socket) => {
      if (socket) resolve(uws.us_socket_local_port(socket));
      else reject(new Error(`127.0.0.1:${port} cannot be listened on: choose another port, or 0 for a free one`));
    });
  });
}
