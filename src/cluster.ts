/**
 * Manages the processes of a service from the primary (issue 7, item 1): forks them, replaces those that die, restarts them one by one with
 * a new configuration and new code, and drains them. A single process is managed the same way, with itself as the only member.
 */
import { Backoff } from './cluster/backoff.ts';
import type { Failure, Member } from './cluster/member.ts';
import { Members } from './cluster/members.ts';
import { changedNames, type Listening, type PrimarySettings } from './cluster/protocol.ts';
import type { ConfigFile } from './config-file.ts';
import type { Log } from './observe/log.ts';

/** What the primary needs. */
export interface ClusterParts {
  readonly log: Log;
  /** Reads the configuration file again. */
  readonly readFile: () => { readonly file: ConfigFile } | { readonly faults: readonly string[] };
  /** Shows the faults of a configuration, one sentence each. */
  readonly showFaults: (faults: readonly string[]) => void;
  /** Called when the service cannot go on because processes keep dying at start. */
  readonly onBroken: (faults: readonly string[]) => void;
}

/** All processes of one service. */
export class Cluster {
  readonly #parts: ClusterParts;
  readonly #members: Members;
  #file: ConfigFile;
  /** The report of the first process with this configuration. */
  #first: Listening | null = null;
  /** The primary's own settings, as of its start. */
  #ofPrimary: PrimarySettings | undefined;
  #backoff = new Backoff();
  #phase: 'starting' | 'running' | 'ending' = 'starting';
  #isRestarting = false;
  #wantsRestart = false;
  #deaths = 0;

  constructor(file: ConfigFile, parts: ClusterParts) {
    this.#file = file;
    this.#parts = parts;
    this.#members = new Members(parts.log, (member, how, livedMs) => this.#replace(member, how, livedMs));
  }

  /** Forks all processes. Resolves when each listens, or with why none can. Never rejects. */
  async start(): Promise<Listening | Failure> {
    // One process goes first, so that a fault is reported once, and the others share the port that it found.
    let first = await this.#launch(this.#file, true);
    while ('faults' in first) {
      this.#noteFailure(first);
      if (!first.isDeath || this.#backoff.isHopeless || this.isEnding) return first;
      await this.#backoff.pause();
      if (this.isEnding) return first;
      first = await this.#launch(this.#file);
    }
    this.#first = first;
    this.#ofPrimary = first.ofPrimary;
    await Promise.all(Array.from({ length: first.processes - 1 }, () => this.#fill()));
    this.#endStarting();
    return first;
  }

  /** Makes the service in this process the only member; use instead of `start`. */
  adopt(member: Member, first: Listening): void {
    this.#members.adopt(member);
    this.#first = first;
    this.#ofPrimary = first.ofPrimary;
    this.#endStarting();
  }

  /** Reads the configuration again and restarts every process with it, one by one; a rejected one changes nothing. Never rejects. */
  async restart(): Promise<void> {
    this.#wantsRestart = true;
    if (this.#isRestarting || this.#phase !== 'running') return;
    this.#isRestarting = true;
    while (this.#wantsRestart && this.#phase === 'running') {
      this.#wantsRestart = false;
      await this.#restartOnce();
    }
    this.#isRestarting = false;
    for (let missing = this.#missing(); missing > 0; missing--) void this.#fill();
  }

  /** How many processes have died, those at their start included; not those that were asked to end. */
  get deaths(): number {
    return this.#deaths;
  }

  /** True once `end` or `kill` was called. */
  get isEnding(): boolean {
    return this.#phase === 'ending';
  }

  /** Ends every process gracefully; resolves when none is left. Never rejects. */
  async end(): Promise<void> {
    this.#phase = 'ending';
    await this.#members.dismissAll();
  }

  /** Kills every process. */
  kill(): void {
    this.#phase = 'ending';
    this.#members.killAll();
  }

  /** Ends the starting phase, and runs a restart that was requested meanwhile. */
  #endStarting(): void {
    if (this.#phase === 'starting') this.#phase = 'running';
    if (this.#wantsRestart) void this.restart();
  }

  async #restartOnce(): Promise<void> {
    const { log, readFile } = this.#parts;
    const read = readFile();
    if ('faults' in read) return this.#refuse({ ...read, isDeath: false });
    // A process with the new code judges the new configuration: this process may know neither.
    const first = await this.#launch(read.file, true);
    if ('faults' in first) return this.#refuse(first);
    this.#file = read.file;
    this.#first = first;
    // What failed before may be fixed now.
    this.#backoff = new Backoff();
    log.info({ processes: first.processes }, 'rolling restart');
    this.#warnKept(first);
    for (let old = this.#nextOld(); old !== undefined && this.#phase === 'running'; old = this.#nextOld()) {
      // Never fewer processes than configured: a new one listens before an old one leaves.
      if (this.#missing() < 0) await this.#members.dismiss(old, false);
      else if (!(await this.#add())) break;
    }
    if (this.isEnding) return;
    if (this.#nextOld() !== undefined)
      return log.error('processes die at start: some keep the old configuration and code');
    log.info({ processes: first.processes }, 'restarted');
  }

  #warnKept({ ofPrimary }: Listening): void {
    const settings = changedNames(this.#ofPrimary, ofPrimary);
    if (settings.length > 0)
      this.#parts.log.warn(
        { settings },
        'the primary process keeps these settings as they were at its start: stop the service and start it again',
      );
  }

  #refuse({ faults, isDeath }: Failure): void {
    // Ending the service also kills starting processes, which says nothing about the configuration.
    if (this.isEnding) return;
    if (isDeath) this.#deaths++;
    this.#parts.showFaults(faults);
    // Nor does a process that dies at start, or is too slow on a busy machine.
    const message = isDeath
      ? 'no process starts with the new configuration and code: the processes keep the old ones'
      : 'the new configuration is rejected: the processes keep the old one';
    this.#parts.log.error({ faults }, message);
  }

  /** A process with an outdated configuration, or one too many; undefined for none. */
  #nextOld(): Member | undefined {
    const { staying } = this.#members;
    return staying.find(({ file }) => file !== this.#file) ?? (this.#missing() < 0 ? staying[0] : undefined);
  }

  /** Starts one more process; false when that keeps failing. */
  async #add(): Promise<boolean> {
    while (!this.isEnding && !this.#backoff.isHopeless) {
      await this.#backoff.pause();
      if (this.isEnding) return false;
      const result = await this.#launch(this.#file);
      if (!('faults' in result)) return true;
      this.#noteFailure(result);
    }
    return false;
  }

  /** How many processes are missing; negative: too many. */
  #missing(): number {
    return (this.#first?.processes ?? 1) - this.#members.staying.length;
  }

  /** Fills one vacancy, however often a process dies at start. */
  async #fill(): Promise<void> {
    for (;;) {
      await this.#backoff.pause();
      if (this.isEnding || this.#missing() <= 0) return;
      const result = await this.#launch(this.#file);
      if (!('faults' in result)) return;
      this.#noteFailure(result);
      if (this.#backoff.isHopeless && (!this.#members.isServing || this.#phase === 'starting')) {
        this.#parts.onBroken(result.faults);
        return;
      }
    }
  }

  #noteFailure({ faults, isDeath, isDismissed }: Failure): void {
    if (isDismissed) return;
    this.#backoff.noteFailure();
    if (isDeath && !this.isEnding) this.#deaths++;
    // A configuration rejected while the service starts ends the start, which reports it.
    if (!this.isEnding && (isDeath || this.#phase === 'running'))
      this.#parts.log.warn({ faults }, 'a process did not start');
  }

  #launch(file: ConfigFile, tellsDoubts = false): Promise<Listening | Failure> {
    return this.#members.launch({ file, held: this.#first, tellsDoubts });
  }

  #replace({ pid }: Member, how: string, livedMs: number): void {
    if (this.isEnding) return;
    this.#backoff.noteDeath(livedMs);
    this.#deaths++;
    this.#parts.log.warn({ child: pid, how }, 'a process died: it is replaced');
    void this.#fill();
  }
}
