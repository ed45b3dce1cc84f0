/** Stores of cached bids as several tests need them. */
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import type { Test } from 'tap';
import { EmbeddedCache } from '../../src/cache/embedded-cache.ts';
import { testFolder } from '../support/folder.ts';

/** An embedded store with room for all that a test keeps; who opens it closes it. */
export function embedded(t: Test): EmbeddedCache {
  return new EmbeddedCache({ path: testFolder(t), maxBytes: 16_777_216, nowMs: Date.now });
}

/** The address of a server that accepts and never answers. */
export async function silentServer(t: Test): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => sockets.add(socket)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/cache`;
}
