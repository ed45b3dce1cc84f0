/** Servers of a test that listen. */
import { once } from 'node:events';
import type { AddressInfo, Server, Socket } from 'node:net';
import type { Ending } from './folder.ts';

/** Starts `server` on loopback, on a free port unless told; it and its sockets end with the test. */
export async function listening(t: Ending, server: Server, port = 0, host = '127.0.0.1'): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  });
  server.on('secureConnection', (socket: Socket) => socket.on('error', () => undefined));
  server.on('tlsClientError', () => undefined);
  server.listen(port, host);
  await once(server, 'listening');
  t.teardown(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}
