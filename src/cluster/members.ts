/** The processes of a service, managed by the primary (issue 7, item 1): starts them, ends them, and reports those that die. */
import { inTime } from '../in-time.ts';
import type { Log } from '../observe/log.ts';
import { forkMember, type Failure, type Member } from './member.ts';
import type { Listening, StartOrder } from './protocol.ts';
import { longestSilence } from './pulse.ts';

/** Called when a process has ended without being asked to: how it ended, and for how many milliseconds it had listened. */
export type OnDeath = (member: Member, how: string, livedMs: number) => void;

/** All processes that have not ended. */
export class Members {
  readonly #states = new Map<Member, 'starting' | 'serving' | 'leaving'>();
  readonly #log: Log;
  readonly #onDeath: OnDeath;

  constructor(log: Log, onDeath: OnDeath) {
    this.#log = log;
    this.#onDeath = onDeath;
  }

  /** The processes that are starting or serving, the oldest first. */
  get staying(): readonly Member[] {
    return [...this.#states].filter(([, state]) => state !== 'leaving').map(([member]) => member);
  }

  /** True when at least one process serves. */
  get isServing(): boolean {
    return [...this.#states.values()].includes('serving');
  }

  /** Forks a process with `order`. Resolves when it listens, or with why it does not. Never rejects. */
  async launch(order: StartOrder): Promise<Listening | Failure> {
    const member = forkMember(order, (hanging) => this.#killHanging(hanging));
    if ('faults' in member) return member;
    this.#states.set(member, 'starting');
    const started = await member.started;
    if ('faults' in started) {
      const isDismissed = this.#states.get(member) === 'leaving';
      this.#states.delete(member);
      return { ...started, isDismissed };
    }
    this.adopt(member);
    this.#log.info({ child: member.pid }, 'a process listens');
    return started;
  }

  /** Adds a listening process. One that was asked to end just before it listened keeps leaving. */
  adopt(member: Member): void {
    if (this.#states.get(member) !== 'leaving') this.#states.set(member, 'serving');
    void this.#watch(member, performance.now());
  }

  /**
   * Ends a serving process gracefully, and kills it if it takes too long; kills a starting one at once. `isLast` as in `Leave`. Never
   * rejects.
   */
  async dismiss(member: Member, isLast: boolean): Promise<void> {
    const state = this.#states.get(member);
    if (state === 'starting') member.kill();
    else if (state === 'serving') member.leave(isLast);
    this.#states.set(member, 'leaving');
    const started = await member.started;
    const how = await inTime(member.ended, 'leaveMs' in started ? started.leaveMs : 0);
    if (how === undefined) member.kill();
  }

  /** Ends all processes gracefully; resolves when none is left. Never rejects. */
  async dismissAll(): Promise<void> {
    await Promise.all([...this.#states.keys()].map((member) => this.dismiss(member, true)));
  }

  /** Kills all processes. */
  killAll(): void {
    for (const member of this.#states.keys()) member.kill();
  }

  #killHanging(member: Member): void {
    this.#log.warn({ child: member.pid }, `a process has been blocked for ${longestSilence} s: it is killed`);
    member.kill();
  }

  async #watch(member: Member, sinceMs: number): Promise<void> {
    const how = await member.ended;
    const isUnexpected = this.#states.get(member) === 'serving';
    this.#states.delete(member);
    if (isUnexpected) this.#onDeath(member, how, performance.now() - sinceMs);
  }
}
