/** Starts the service inside a test's own process, over real sockets, with the stages on the main thread unless told. */
import cluster from 'node:cluster';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { openAdmin } from '../../src/admin.ts';
import { Channel } from '../../src/cluster/channel.ts';
import type { AdminServer } from '../../src/http/admin-server.ts';
import { loadBidders } from '../../src/load-bidders.ts';
import { createLog } from '../../src/observe/log.ts';
import { mergePatch } from '../../src/openrtb/merge-patch.ts';
import { serve } from '../../src/serve.ts';
import { testConfig } from './config.ts';
import { testFolder, type Ending } from './folder.ts';

/** A service under test. */
export interface TestService {
  readonly url: string;
  readonly port: number;
  /** Its messages to and from other processes. */
  readonly channel: Channel;
  /** The address of the admin port, which is opened when it is first asked for. */
  adminUrl(): Promise<string>;
  /** The text of its metrics. */
  metrics(): Promise<string>;
  /** Ends it before its test does. */
  stop(): Promise<void>;
}

/** Stored data as objects by kind and id; a string is written as it is. */
export type StoredObjects = { readonly [kind: string]: { readonly [id: string]: unknown } };

/** The configuration that `settings` are merged over (RFC 7396): loopback, any port, GDPR only when a request says so. */
const base = {
  host: '127.0.0.1',
  port: 0,
  workers: 0,
  warmUpMs: 0,
  // Long enough that only a test makes a bidder late, not a busy machine.
  auction: { tmaxDefaultMs: 4000 },
  overload: { maxDelayMs: 10_000 },
  privacy: { gdpr: { defaultScope: false } },
  log: { level: 'error' },
};

// Each service has a channel of its own here; a process of the real one has a single channel.
cluster.setMaxListeners(0);

/**
 * Starts a service with `settings` over the test defaults and `stored` as its stored data, whose folder `<stored>` stands for; it
 * ends with the test. Throws the configuration's faults.
 */
export async function startService(t: Ending, settings: object, stored: StoredObjects = {}): Promise<TestService> {
  const dir = testFolder(t);
  writeStored(dir, stored);
  const places = { stored: { dir, timeoutMs: 5000 }, cache: { path: join(dir, 'cache'), timeoutMs: 2000 } };
  const text = JSON.stringify(mergePatch(mergePatch(base, places), settings)).replaceAll('<stored>', dir);
  const config = testConfig(JSON.parse(text) as object, (await loadBidders()).known.keys());
  const channel = new Channel();
  const log = createLog(config.log.level);
  const service = await serve(config, { log, version: '0.0.0-test', revision: '', env: process.env, channel });
  let admin: AdminServer | undefined;
  const adminUrl = async (): Promise<string> => {
    admin ??= await openAdmin({ host: '127.0.0.1', port: 0 }, { channel, log });
    return `http://127.0.0.1:${admin.port}`;
  };
  const metrics = async (): Promise<string> => {
    const answer = await fetch(`${await adminUrl()}/metrics`);
    if (answer.status !== 200) throw new Error(`metrics: status ${answer.status}`);
    return answer.text();
  };
  let ended: Promise<void> | undefined;
  const end = async (): Promise<void> => {
    await admin?.close();
    await service.drain({ delayMs: 0, isLast: true });
  };
  const stop = (): Promise<void> => (ended ??= end());
  t.teardown(stop);
  return { url: `http://127.0.0.1:${service.port}`, port: service.port, channel, adminUrl, metrics, stop };
}

function writeStored(dir: string, stored: StoredObjects): void {
  for (const [kind, texts] of Object.entries(stored)) {
    for (const [id, value] of Object.entries(texts)) {
      const file = join(dir, kind, `${id}.json`);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, typeof value === 'string' ? value : JSON.stringify(value));
    }
  }
}
