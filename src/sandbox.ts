/**
 * The sandbox, for a start without a configuration file (interface, 'Commands'): local only, with simulated bidders and a request to try.
 */
import { existsSync } from 'node:fs';
import type { RunningFarm } from '../bench/farm/start.ts';
import type { ConfigFile } from './config-file.ts';
import { loadUws } from './http/uws.ts';
import type { Log } from './observe/log.ts';

/** A running farm of simulated bidders, and a configuration that calls them. */
export interface Sandbox {
  readonly file: ConfigFile;
  stop(): Promise<void>;
}

const farmFile = new URL('../bench/farm/start.ts', import.meta.url);

/** False where only the service's own files are installed, as in the container. */
export function hasSandbox(): boolean {
  return existsSync(farmFile);
}

/** Starts the farm, which belongs to the benchmarks and is loaded only here. Rejects with an Error that says what this machine lacks. */
export async function startSandbox(): Promise<Sandbox> {
  // Fails early here: the farm needs it as well, but runs in its own process.
  loadUws();
  const [{ startFarm }, { sandboxBidders }] = await Promise.all([
    import('../bench/farm/start.ts'),
    import('../bench/farm/sandbox.ts'),
  ]);
  const farm = await startFarm(sandboxBidders);
  return { file: { name: 'the sandbox', text: configuration(farm) }, stop: () => farm.stop() };
}

function configuration({ endpoints }: RunningFarm): string {
  const bidders = Object.fromEntries(Object.entries(endpoints).map(([code, endpoint]) => [code, { endpoint }]));
  const privacy = { gdpr: { defaultScope: false } };
  // No load balancer must notice the end of a sandbox, and its first auction may be slow.
  return JSON.stringify({ host: '127.0.0.1', drainDelayMs: 0, warmUpMs: 0, bidders, privacy });
}

/** Logs what runs, and prints a request that calls every bidder. */
export async function announceSandbox(log: Log, namespace: string, port: number): Promise<void> {
  const { sandboxBidders, sandboxRequest } = await import('../bench/farm/sandbox.ts');
  log.info(
    `sandbox: ${sandboxBidders.length} simulated bidders on this machine; use --config FILE for your own; see --help`,
  );
  const body = JSON.stringify(sandboxRequest(namespace));
  // A failed write must not end the process.
  process.stdout.on('error', () => undefined);
  process.stdout.write(`\nTry an auction:\n\ncurl -s http://127.0.0.1:${port}/openrtb2/auction -d '${body}'\n\n`);
}
