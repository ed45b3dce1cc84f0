/** Runs all processes of a service until it is asked to end, with the admin port and the signals of all (interface, 'Commands'). */
import { openAdmin } from '../admin.ts';
import { ownMember } from '../cluster/member.ts';
import type { StartOrder } from '../cluster/protocol.ts';
import { Cluster, type ClusterParts } from '../cluster.ts';
import { fail, show } from '../command-output.ts';
import type { ConfigFile } from '../config-file.ts';
import type { Config } from '../config/schema.ts';
import { chooseSizes, sizeDoubts } from '../config/sizes.ts';
import { faultsOf } from '../error-text.ts';
import { thisMachine } from '../machine.ts';
import { obeySignals, type OnHangup } from '../obey-signals.ts';
import { createLog } from '../observe/log.ts';
import { announceSandbox, type Sandbox } from '../sandbox.ts';
import { serveFromFile, type ProcessParts } from '../serve-from-file.ts';

/** The service to run, and its configuration. */
export interface Run {
  readonly parts: ProcessParts;
  readonly file: ConfigFile;
  readonly readFile: ClusterParts['readFile'];
  /** Set when there is no configuration file. */
  readonly sandbox: Sandbox | undefined;
  readonly onHangup: OnHangup;
}

/** Runs the service until it is asked to end. */
export async function runProcesses(config: Config, { parts, file, readFile, sandbox, onHangup }: Run): Promise<void> {
  const log = createLog(config.log.level);
  log.info({ version: parts.version }, 'starting');
  const machine = thisMachine();
  const sizes = chooseSizes(machine, config);
  for (const doubt of sizeDoubts(sizes, machine)) log.warn(doubt);
  const giveUp = (faults: readonly string[]): void => {
    running.kill();
    fail(faults);
    void Promise.resolve(sandbox?.stop()).finally(() => process.exit(1));
  };
  const running = new Cluster(file, { log, readFile, showFaults: show, onBroken: giveUp });
  obeySignals(running, { log, sandbox, onHangup });
  try {
    const administered = { channel: parts.channel, log, deaths: () => running.deaths };
    const admin = await openAdmin(config.admin, administered).catch(faultsOf);
    if (!('port' in admin)) return giveUp(await allFaults(file, parts, admin));
    const { processes } = sizes;
    const order = { file, held: null, tellsDoubts: sandbox === undefined };
    const started = processes === 1 ? await startAlone(running, order, parts) : await running.start();
    if (running.isEnding) return;
    if ('faults' in started) return giveUp(started.faults);
    const { host, port } = started;
    log.info({ host, port, adminPort: admin.port, processes }, 'listening');
    if (sandbox !== undefined) await announceSandbox(log, config.namespace, port);
  } catch (error) {
    giveUp(faultsOf(error));
  }
}

/** The `known` faults with all other faults of the start, so that a host can fix them at once. */
async function allFaults(file: ConfigFile, parts: ProcessParts, known: readonly string[]): Promise<readonly string[]> {
  const result = await serveFromFile({ file, held: null, tellsDoubts: false }, parts, known);
  return 'faults' in result ? result.faults : known;
}

/** A single process needs no primary: it serves itself, until a restart passes that to a worker. */
async function startAlone(running: Cluster, order: StartOrder, parts: ProcessParts) {
  const started = await serveFromFile(order, parts);
  if ('faults' in started) return started;
  running.adopt(ownMember(order.file, started.listening, started.service), started.listening);
  return started.listening;
}
