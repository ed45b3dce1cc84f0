/**
 * How the processes of one service, a primary and its workers or a process alone, tell and ask each other (issue 7, items 1, 3 and 5).
 */
import cluster, { type Worker } from 'node:cluster';
import { inTime } from '../in-time.ts';
import type { Questions, Topics } from './topics.ts';

type Topic = keyof Topics;
type Question = keyof Questions;

type Message =
  | { readonly gavel: 'told' | 'told primary'; readonly topic: Topic; readonly news: Topics[Topic] }
  | { readonly gavel: 'asked'; readonly id: number; readonly question: Question }
  | { readonly gavel: 'answered'; readonly id: number; readonly answer?: unknown };

/** One process's end of the way to all processes of the service: made once, before anything is told. */
export class Channel {
  readonly #listeners = new Map<Topic, (news: never) => void>();
  readonly #replies = new Map<Question, () => unknown>();
  /** Questions that a worker has not answered yet. */
  readonly #open = new Map<number, { readonly worker: Worker; readonly settle: (answer: unknown) => void }>();
  #asked = 0;

  constructor() {
    if (cluster.isWorker) {
      process.on('message', (message) => isOurs(message) && this.#readFromPrimary(message));
      return;
    }
    cluster.on('message', (worker, message) => isOurs(message) && this.#readFromWorker(worker, message));
    cluster.on('disconnect', (worker) => {
      for (const one of this.#open.values()) if (one.worker === worker) one.settle(undefined);
    });
  }

  /** Tells every process that runs now, this one included and at once. Never throws. */
  tell<T extends Topic>(topic: T, news: Topics[T]): void {
    const told: Message = { gavel: 'told', topic, news };
    this.#deliver(topic, news);
    if (cluster.isWorker) sendToPrimary(told);
    else for (const worker of connected()) sendToWorker(worker, told);
  }

  /** Tells the primary alone, or a process that has none itself. Never throws. */
  tellPrimary<T extends Topic>(topic: T, news: Topics[T]): void {
    if (cluster.isWorker) sendToPrimary({ gavel: 'told primary', topic, news } satisfies Message);
    else this.#deliver(topic, news);
  }

  /** Calls the topic's one `listener`, which must not throw, with all that is told from now on; the function returned ends it. */
  hear<T extends Topic>(topic: T, listener: (news: Topics[T]) => void): () => void {
    this.#listeners.set(topic, listener);
    return () => void this.#listeners.delete(topic);
  }

  /**
   * The answers of all serving processes, this one included if it serves; one that hangs for `timeoutMs`, fails or dies
   * is left out. Never rejects. For the primary and a process alone: a worker hears only itself.
   */
  async ask<Q extends Question>(question: Q, timeoutMs: number): Promise<readonly Questions[Q][]> {
    const workers = cluster.isWorker ? [] : connected();
    const answers = await Promise.all([
      inTime(this.#reply(question), timeoutMs),
      ...workers.map((worker) => this.#askWorker(worker, question, timeoutMs)),
    ]);
    return answers.filter((answer) => answer !== undefined) as Questions[Q][];
  }

  /** Gives the question's one `reply` from now on; the function returned ends it. */
  answer<Q extends Question>(question: Q, reply: () => Questions[Q] | Promise<Questions[Q]>): () => void {
    this.#replies.set(question, reply);
    return () => void (this.#replies.get(question) === reply && this.#replies.delete(question));
  }

  /** The ids of all serving processes, this one included if it serves. */
  pids(): ReadonlySet<number> {
    const pids = new Set(connected().map((worker) => worker.process.pid ?? 0));
    return this.#replies.size > 0 ? pids.add(process.pid) : pids;
  }

  #askWorker(worker: Worker, question: Question, timeoutMs: number): Promise<unknown> {
    const id = ++this.#asked;
    const answer = new Promise((settle) => this.#open.set(id, { worker, settle }));
    sendToWorker(worker, { gavel: 'asked', id, question });
    return inTime(answer, timeoutMs).finally(() => this.#open.delete(id));
  }

  #readFromPrimary(message: Message): void {
    if (message.gavel === 'told') this.#deliver(message.topic, message.news);
    if (message.gavel !== 'asked') return;
    const { id, question } = message;
    void this.#reply(question).then((answer) => sendToPrimary({ gavel: 'answered', id, answer }));
  }

  #readFromWorker(sender: Worker, message: Message): void {
    if (message.gavel === 'answered') this.#open.get(message.id)?.settle(message.answer);
    if (message.gavel === 'told' || message.gavel === 'told primary') this.#deliver(message.topic, message.news);
    if (message.gavel !== 'told') return;
    for (const worker of connected()) if (worker !== sender) sendToWorker(worker, message);
  }

  #deliver(topic: Topic, news: unknown): void {
    this.#listeners.get(topic)?.(news as never);
  }

  async #reply(question: Question): Promise<unknown> {
    try {
      return await this.#replies.get(question)?.();
    } catch {
      return undefined;
    }
  }
}

/** Sends `message` to the primary; one that is gone hears nothing. */
export function sendToPrimary(message: object): void {
  if (process.connected) process.send?.(message, undefined, {}, () => undefined);
}

/** Sends `message` to a worker; one that is gone hears nothing. */
export function sendToWorker(worker: Worker, message: object): void {
  if (worker.isConnected()) worker.send(message, () => undefined);
}

function connected(): Worker[] {
  return Object.values(cluster.workers ?? {}).filter((worker) => worker?.isConnected() === true) as Worker[];
}

function isOurs(message: unknown): message is Message {
  return typeof message === 'object' && message !== null && Object.hasOwn(message, 'gavel');
}
