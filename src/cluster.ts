/**
 * The processes of a service, as the primary keeps them (issue 7, item 1): forked, replaced when they die, restarted one by
 * one with a new configuration and new code, drained. A process alone is the same, with itself as the only member.
 */
import { Backoff } from './cluster/backoff.ts';
import { forkMember, type Failure, type Member } from './cluster/member.ts';
import { changedNames, type PrimarySettings, type Serving } from './cluster/protocol.ts';
import { longestSilence } from './cluster/pulse.ts';
import type { ConfigFile } from './config-file.ts';
import { inTime } from './in-time.ts';
import type { Log } from './observe/log.ts';

/** What the primary needs of its surroundings. */
export interface ClusterParts {
  readonly log: Log;
  /** Reads the configuration file again. */
  readonly readFile: () => { readonly file: ConfigFile } | { readonly faults: readonly string[] };
  /** Shows what is wrong with a configuration, one sentence each. */
  readonly showFaults: (faults: readonly string[]) => void;
  /** Called when the service cannot go on: processes die at their start, again and again. */
  readonly onBroken: (faults: readonly string[]) => void;
}

/** All processes of one service. */
export class Cluster {
  readonly #parts: ClusterParts;
  readonly #members = new Map<Member, 'starting' | 'serving' | 'leaving'>();
  #file: ConfigFile;
  #serving: Serving | null = null;
  /** What this process was started with. */
  #ofPrimary: PrimarySettings | undefined;
  #backoff = new Backoff();
  #phase: 'starting' | 'running' | 'ending' = 'starting';
  #isRestarting = false;
  #wantsRestart = false;

  constructor(file: ConfigFile, parts: ClusterParts) {
    this.#file = file;
    this.#parts = parts;
  }

  /** Forks all processes; resolves when each listens, or with why none can. Never rejects. */
  async start(): Promise<Serving | Failure> {
    // One goes first: whatever is wrong is said once, and the others share the port that it found.
    let first = await this.#launch(this.#file, true);
    while ('faults' in first) {
      this.#note(first);
      if (!first.isDeath || this.#backoff.isHopeless || this.isEnding) return first;
      await this.#backoff.pause();
      first = await this.#launch(this.#file);
    }
    this.#serving = first;
    this.#ofPrimary = first.ofPrimary;
    await Promise.all(Array.from({ length: first.processes - 1 }, () => this.#fill()));
    if (this.#phase === 'starting') this.#phase = 'running';
    if (this.#wantsRestart) void this.restart();
    return first;
  }

  /** Takes the service of this process for the one member, in place of `start`. */
  adopt(member: Member, serving: Serving): void {
    this.#members.set(member, 'serving');
    void this.#watch(member, performance.now());
    this.#serving = serving;
    this.#ofPrimary = serving.ofPrimary;
    this.#phase = 'running';
    if (this.#wantsRestart) void this.restart();
  }

  /** Restarts every process with the configuration as it is now, one by one; one that is refused changes nothing. Never rejects. */
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

  /** True once `end` or `kill` was called. */
  get isEnding(): boolean {
    return this.#phase === 'ending';
  }

  /** Lets every process finish what is in flight and end; resolves when none is left. Never rejects. */
  async end(): Promise<void> {
    this.#phase = 'ending';
    await Promise.all([...this.#members.keys()].map((member) => this.#dismiss(member, true)));
  }

  /** Ends every process at once. */
  kill(): void {
    this.#phase = 'ending';
    for (const member of this.#members.keys()) member.kill();
  }

  async #restartOnce(): Promise<void> {
    const { log, readFile } = this.#parts;
    const read = readFile();
    if ('faults' in read) return this.#refuse(read.faults);
    // The new code judges the new configuration: this process may know neither.
    const first = await this.#launch(read.file, true);
    if ('faults' in first) return this.#refuse(first.faults);
    this.#file = read.file;
    this.#serving = first;
    // What failed before may have been mended.
    this.#backoff = new Backoff();
    log.info({ processes: first.processes }, 'restarting one by one');
    this.#tellKept(first);
    for (let old = this.#nextOld(); old !== undefined && this.#phase === 'running'; old = this.#nextOld()) {
      // Never fewer than there should be: the new one listens before an old one leaves.
      if (this.#missing() < 0) await this.#dismiss(old, false);
      else if (!(await this.#add())) break;
    }
    if (this.isEnding) return;
    if (this.#nextOld() !== undefined) return log.error('processes die at their start: some are left as they were');
    log.info({ processes: first.processes }, 'restarted');
  }

  #tellKept({ ofPrimary }: Serving): void {
    const settings = changedNames(this.#ofPrimary, ofPrimary);
    if (settings.length > 0)
      this.#parts.log.warn(
        { settings },
        'the first process keeps these settings as it began with them: end the service and start it anew',
      );
  }

  #refuse(faults: readonly string[]): void {
    // The end takes starting processes along: that says nothing of the configuration.
    if (this.isEnding) return;
    this.#parts.showFaults(faults);
    this.#parts.log.error({ faults }, 'the new configuration is refused: the processes go on with the old one');
  }

  /** A process with another configuration than the one that holds, or one too many. */
  #nextOld(): Member | undefined {
    const staying = [...this.#members].filter(([, state]) => state !== 'leaving').map(([member]) => member);
    return staying.find(({ file }) => file !== this.#file) ?? (this.#missing() < 0 ? staying[0] : undefined);
  }

  /** Starts one process more; false when it fails again and again. */
  async #add(): Promise<boolean> {
    while (!this.isEnding && !this.#backoff.isHopeless) {
      await this.#backoff.pause();
      const result = await this.#launch(this.#file);
      if (!('faults' in result)) return true;
      this.#note(result);
    }
    return false;
  }

  /** How many processes there are too few; negative: too many. */
  #missing(): number {
    let active = 0;
    for (const state of this.#members.values()) if (state !== 'leaving') active++;
    return (this.#serving?.processes ?? 1) - active;
  }

  /** Fills one vacancy, however often a process dies at its start. */
  async #fill(): Promise<void> {
    for (;;) {
      await this.#backoff.pause();
      if (this.isEnding || this.#missing() <= 0) return;
      const result = await this.#launch(this.#file);
      if (!('faults' in result)) return;
      this.#note(result);
      const isAlone = ![...this.#members.values()].includes('serving');
      if (this.#backoff.isHopeless && (isAlone || this.#phase === 'starting')) {
        this.#parts.onBroken(result.faults);
        return;
      }
    }
  }

  #note({ faults, isDeath }: Failure): void {
    this.#backoff.noteFailure();
    // What a starting service refuses ends the start, and is said there.
    if (!this.isEnding && (isDeath || this.#phase === 'running'))
      this.#parts.log.warn({ faults }, 'a process did not start');
  }

  async #launch(file: ConfigFile, tellsDoubts = false): Promise<Serving | Failure> {
    const { log } = this.#parts;
    const member = forkMember({ file, held: this.#serving, tellsDoubts }, (still) => this.#endStill(still));
    if ('faults' in member) return member;
    this.#members.set(member, 'starting');
    const started = await member.started;
    if ('faults' in started) {
      this.#members.delete(member);
      return started;
    }
    this.#members.set(member, 'serving');
    void this.#watch(member, performance.now());
    log.info({ child: member.pid }, 'a process listens');
    return started;
  }

  #endStill(member: Member): void {
    this.#parts.log.warn({ child: member.pid }, `a process has stood still for ${longestSilence} s: it is killed`);
    member.kill();
  }

  /** Replaces the member when it ends without having been told to. */
  async #watch(member: Member, sinceMs: number): Promise<void> {
    const how = await member.ended;
    const isUnexpected = this.#members.get(member) === 'serving' && !this.isEnding;
    this.#members.delete(member);
    if (!isUnexpected) return;
    this.#backoff.noteDeath(performance.now() - sinceMs);
    this.#parts.log.warn({ child: member.pid, how }, 'a process died: another one takes its place');
    await this.#fill();
  }

  /** Lets one process end, in its time. */
  async #dismiss(member: Member, isLast: boolean): Promise<void> {
    if (this.#members.get(member) === 'starting') member.kill();
    else if (this.#members.get(member) === 'serving') member.leave(isLast);
    this.#members.set(member, 'leaving');
    const started = await member.started;
    const how = await inTime(member.ended, 'leaveMs' in started ? started.leaveMs : 0);
    if (how === undefined) member.kill();
  }
}
