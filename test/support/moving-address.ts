/** An address of a test that leads to one server and then to another, as a DNS name or a load balancer's port does after a failover. */
import { connect, createServer } from 'node:net';
import type { Ending } from './folder.ts';
import { listening } from './listening.ts';

/** An address on 127.0.0.1. */
export interface MovingAddress {
  readonly url: string;
  /** Connections made from now on lead to the server at this URL of 127.0.0.1; those that are open stay where they are. */
  leadTo(url: string): void;
}

/** Opens an address that leads to the server at `url` of 127.0.0.1, until the test ends. */
export async function openMovingAddress(t: Ending, url: string): Promise<MovingAddress> {
  let { port } = new URL(url);
  const relay = createServer((client) => {
    const server = connect(Number(port), '127.0.0.1');
    const ways = [
      [client, server],
      [server, client],
    ] as const;
    for (const [one, other] of ways)
      one
        .on('error', () => undefined)
        .on('close', () => other.destroy())
        .pipe(other);
  });
  const own = await listening(t, relay);
  return { url: url.replace(port, String(own)), leadTo: (next) => void ({ port } = new URL(next)) };
}
