/** Ports for servers that a test starts late, or ends and starts again. */
import { randomInt } from 'node:crypto';
import { findFreePort } from '../../src/http/free-port.ts';

/** Systems hand out higher ports by themselves, also while nobody listens on one that a test means to take. */
const [first, last] = [10_000, 20_000];
const given = new Set<number>();

/** A free port of 127.0.0.1, in this process each once, which nobody else is given; the port so far `above` it is free as well. */
export async function ownPort(above = 0): Promise<number> {
  for (let tries = 1; ; tries++) {
    const port = randomInt(first, last);
    if (given.has(port)) continue;
    given.add(port);
    try {
      for (const one of new Set([port, port + above])) await findFreePort({ host: '127.0.0.1', port: one });
      return port;
    } catch (error) {
      if (tries === 100) throw error;
    }
  }
}
