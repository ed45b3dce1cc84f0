/** An address of a test that leads to one server and then to another, as a DNS name or a load balancer's port does after a failover. */
import { createServer } from 'node:net';
import type { Ending } from './folder.ts';
import { listening } from './listening.ts';
import { relay } from './relay.ts';

/** An address on 127.0.0.1. */
export interface MovingAddress {
  readonly url: string;
  /** Connections made from now on lead to the server at this URL of 127.0.0.1; those that are open stay where they are. */
  leadTo(url: string): void;
}

/** Opens an address that leads to the server at `url` of 127.0.0.1, until the test ends. */
export async function openMovingAddress(t: Ending, url: string): Promise<MovingAddress> {
  let { port } = new URL(url);
  const own = await listening(
    t,
    createServer((client) => relay(client, Number(port))),
  );
  return { url: url.replace(port, String(own)), leadTo: (next) => void ({ port } = new URL(next)) };
}
