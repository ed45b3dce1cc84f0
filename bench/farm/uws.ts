/**
 * The farm's and the floor's door to uWebSockets.js: the binary that the service would take, and a listener on loopback.
 */
import type * as Uws from 'uWebSockets.js';
import { loadUws } from '../../src/http/uws.ts';

/** The native module, with its own typings. */
export const uws = loadUws() as unknown as typeof Uws;

/** `listen` as it is: the typings leave out the form with a host and options. */
interface ListenOnHost {
  listen(host: string, port: number, options: number, done: (socket: Uws.us_listen_socket | false) => void): void;
}

/** Listens on 127.0.0.1 for itself alone (port 0 = any free one) and gives the port; rejects when it is taken. */
export function listen(app: Uws.TemplatedApp, port: number): Promise<number> {
  const exclusive = 1; // without it a port held by another uWebSockets.js process is bound silently
  return new Promise((resolve, reject) => {
    (app as unknown as ListenOnHost).listen('127.0.0.1', port, exclusive, (socket) => {
      if (socket) resolve(uws.us_socket_local_port(socket));
      else reject(new Error(`127.0.0.1:${port} cannot be listened on: choose another port, or 0 for a free one`));
    });
  });
}
