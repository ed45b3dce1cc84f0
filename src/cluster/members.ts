/** The processes of a service as the primary holds them (issue 7, item 1): each starts, serves and leaves, and one that ends by itself is told of. */
import { inTime } from '../in-time.ts';
import type { Log } from '../observe/log.ts';
import { forkMember, type Failure, type Member } from './member.ts';
import type { Listening, StartOrder } from './protocol.ts';
import { longestSilence } from './pulse.ts';

/** Called with a process that has ended without having been told to: how it ended, and for how many milliseconds it had listened. */
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

  /** Those that start or serve, the oldest first. */
  get staying(): readonly Member[] {
    return [...this.#states].filter(([, state]) => state !== 'leaving').map(([member]) => member);
  }

  /** True when one of them serves. */
  get isServing(): boolean {
    return [...this.#states.values()].includes('serving');
  }

  /** Forks one as `order` says; resolves when it listens, or with why it does not. Never rejects. */
  async launch(order: StartOrder): Promise<Listening | Failure> {
    const member = forkMember(order, (still) => this.#endStill(still));
    if ('faults' in member) return member;
    this.#states.set(member, 'starting');
    const started = await member.started;
    if ('faults' in started) {
      this.#states.delete(member);
      return started;
    }
    this.adopt(member);
    this.#log.info({ child: member.pid }, 'a process listens');
    return started;
  }

  /** Takes one in that listens; one that was told to end just before it said so still leaves. */
  adopt(member: Member): void {
    if (this.#states.get(member) !== 'leaving') this.#states.set(member, 'serving');
    void this.#watch(member, performance.now());
  }

  /** Lets one end, in its time; `isLast` as in `Leave`. Never rejects. */
  async dismiss(member: Member, isLast: boolean): Promise<void> {
    const state = this.#states.get(member);
    if (state === 'starting') member.kill();
    else if (state === 'serving') member.leave(isLast);
    this.#states.set(member, 'leaving');
    const started = await member.started;
    const how = await inTime(member.ended, 'leaveMs' in started ? started.leaveMs : 0);
    if (how === undefined) member.kill();
  }

  /** Lets all end; resolves when none is left. Never rejects. */
  async dismissAll(): Promise<void> {
    await Promise.all([...this.#states.keys()].map((member) => this.dismiss(member, true)));
  }

  /** Ends all at once. */
  killAll(): void {
    for (const member of this.#states.keys()) member.kill();
  }

  #endStill(member: Member): void {
    this.#log.warn({ child: member.pid }, `a process has stood still for ${longestSilence} s: it is killed`);
    member.kill();
  }

  async #watch(member: Member, sinceMs: number): Promise<void> {
    const how = await member.ended;
    const isUnexpected = this.#states.get(member) === 'serving';
    this.#states.delete(member);
    if (isUnexpected) this.#onDeath(member, how, performance.now() - sinceMs);
  }
}
