/**
 * Checks that a port is free before several processes share it (traps, 'uWebSockets.js'): shared listening would silently bind a port that
 * another service holds.
 */
import { createServer, type AddressInfo } from 'node:net';

/** An address to listen on; port 0 is any free one. */
export interface ListenAddress {
  readonly host: string;
  readonly port: number;
}

/** Binds and frees the port, and resolves with it; for port 0 with one that was free. Rejects with an Error that says what to change. */
export function findFreePort({ host, port }: ListenAddress): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', ({ code }: NodeJS.ErrnoException) => {
      reject(new Error(cannotListen({ host, port }, code === 'EACCES')));
    });
    // `exclusive`: otherwise a cluster's primary would bind the port and keep it.
    server.listen({ host, port, exclusive: true }, () => {
      const found = (server.address() as AddressInfo).port;
      server.close(() => resolve(found));
    });
  });
}

/** The message for an address that cannot be bound; `isForbidden`: the process lacks the permission. */
export function cannotListen({ host, port }: ListenAddress, isForbidden = false): string {
  if (isForbidden)
    return (
      `Cannot listen on ${host} port ${port}: permission denied; ` +
      'set a port of 1024 or more, or give it the capability CAP_NET_BIND_SERVICE'
    );
  return (
    `Cannot listen on ${host} port ${port}: the port is in use, or host is not an address of this machine; ` +
    'set another host or port'
  );
}
