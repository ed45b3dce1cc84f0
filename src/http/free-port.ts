/**
 * Decides whether a port is free before several processes share it (traps, 'uWebSockets.js'): sharing itself would bind a
 * port that another service holds, without a word.
 */
import { createServer, type AddressInfo } from 'node:net';

/** An address to listen on; port 0 is any free one. */
export interface ListenAddress {
  readonly host: string;
  readonly port: number;
}

/** The port, bound and freed: the one asked for, or one that was free. Rejects with an Error that says what to change. */
export function findFreePort({ host, port }: ListenAddress): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', ({ code }: NodeJS.ErrnoException) => {
      reject(new Error(cannotListen({ host, port }, code === 'EACCES')));
    });
    // Not shared with the primary of a cluster, which would hold it on.
    server.listen({ host, port, exclusive: true }, () => {
      const found = (server.address() as AddressInfo).port;
      server.close(() => resolve(found));
    });
  });
}

/** What a host is told when an address cannot be had; `isForbidden`: the system lets only others listen there. */
export function cannotListen({ host, port }: ListenAddress, isForbidden = false): string {
  if (isForbidden)
    return (
      `Cannot listen on ${host} port ${port}: this process may not; ` +
      'set a port of 1024 or more, or give it the capability CAP_NET_BIND_SERVICE'
    );
  return (
    `Cannot listen on ${host} port ${port}: the port is taken, or host is no address of this machine; ` +
    'set another host or port'
  );
}
