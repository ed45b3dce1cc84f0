/** The service without a configuration file (interface, 'Commands'): this machine only, simulated bidders, and a request to try. */
import { existsSync } from 'node:fs';
import type { RunningFarm } from '../bench/farm/start.ts';
import type { ConfigFile } from './config-file.ts';
import { loadUws } from './http/uws.ts';
import type { Log } from './observe/log.ts';

/** A running farm of simulated bidders, and the configuration that asks them. */
export interface Sandbox {
  readonly file: ConfigFile;
  stop(): Promise<void>;
}

const farmFile = new URL('../bench/farm/start.ts', import.meta.url);

/** False where only what serves is installed, as in the container. */
export function hasSandbox(): boolean {
  return existsSync(farmFile);
}

/** Starts the farm: it belongs to the benchmarks, and only a sandbox loads it. Rejects with an Error that says what this machine lacks. */
export async function startSandbox(): Promise<Sandbox> {
  // The farm needs it as well, and is a process of its own.
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
  // Nothing stands in front of a sandbox that should first learn of its end, and its first auction may take its time.
  return JSON.stringify({ host: '127.0.0.1', drainDelayMs: 0, warmUpMs: 0, bidders, privacy });
}

/** Says what runs, and prints a request that asks every bidder. */
export async function announceSandbox(log: Log, namespace: string, port: number): Promise<void> {
  const { sandboxBidders, sandboxRequest } = await import('../bench/farm/sandbox.ts');
  log.info(
    `sandbox: ${sandboxBidders.length} simulated bidders on this machine; --config FILE runs your own, --help says more`,
  );
  const body = JSON.stringify(sandboxRequest(namespace));
  // A line that nobody can read ends nothing that runs.
  process.stdout.on('error', () => undefined);
  process.stdout.write(`\nTry an auction:\n\ncurl -s http://127.0.0.1:${port}/openrtb2/auction -d '${body}'\n\n`);
}
