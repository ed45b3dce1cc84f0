/** Ports for servers that a test starts late, or ends and starts again. */
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { findFreePort } from '../../src/http/free-port.ts';

/** Below the ports that the system hands out itself, which could take one before its server listens. */
const [first, last] = [10_000, 20_000];

/** A free port of 127.0.0.1 that nobody else is given while this process lives; the port so far `above` it is free as well. */
export async function ownPort(above = 0): Promise<number> {
  for (let tries = 1; ; tries++) {
    const port = randomInt(first, last);
    try {
      await reserve(port);
      for (const one of new Set([port, port + above])) await findFreePort({ host: '127.0.0.1', port: one });
      return port;
    } catch (error) {
      if (tries === 100) throw error;
    }
  }
}

/** Takes an abstract socket name for `port`, which one process of a machine holds until it ends, even for a port it cannot use. Linux only. */
async function reserve(port: number): Promise<void> {
  if (process.platform !== 'linux') return;
  const holder = createServer().listen(`\0gavel-test-port-${port}`).unref();
  await once(holder, 'listening');
}
