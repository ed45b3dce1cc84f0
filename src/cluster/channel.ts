/**
 * Messages between the processes of one service, a primary and its workers or a single process: notifications and questions (issue 7, items
 * 1, 3 and 5).
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

/** One process's end of the channel to all processes of the service. Make it once, before anything is sent. */
export class Channel {
  readonly #listeners = new Map<Topic, (news: never) => void>();
  readonly #replies = new Map<Question, () => unknown>();
  /** Questions to workers that are not answered yet. */
  readonly #pending = new Map<number, { readonly worker: Worker; readonly settle: (answer: unknown) => void }>();
  #lastId = 0;

  constructor() {
    if (cluster.isWorker) {
      process.on('message', (message) => isOurs(message) && this.#readFromPrimary(message));
      return;
    }
    cluster.on('message', (worker, message) => isOurs(message) && this.#readFromWorker(worker, message));
    cluster.on('disconnect', (worker) => {
      for (const one of this.#pending.values()) if (one.worker === worker) one.settle(undefined);
    });
  }

  /** Notifies every running process, and this one synchronously. Never throws. */
  tell<T extends Topic>(topic: T, news: Topics[T]): void {
    const message: Message = { gavel: 'told', topic, news };
    this.#deliver(topic, news);
    if (cluster.isWorker) sendToPrimary(message);
    else for (const worker of connected()) sendToWorker(worker, message);
  }

  /** Notifies only the primary, or this process if there is no primary. Never throws. */
  tellPrimary<T extends Topic>(topic: T, news: Topics[T]): void {
    if (cluster.isWorker) sendToPrimary({ gavel: 'told primary', topic, news } satisfies Message);
    else this.#deliver(topic, news);
  }

  /** Sets the topic's only `listener`, which must not throw. Call the returned function to remove it. */
  hear<T extends Topic>(topic: T, listener: (news: Topics[T]) => void): () => void {
    this.#listeners.set(topic, listener);
    return () => void this.#listeners.delete(topic);
  }

  /**
   * Asks all serving processes, including this one if it serves, and resolves with their answers. A process that does not answer within
   * `timeoutMs`, fails or dies is left out. Never rejects. For the primary or a single process: a worker would ask only itself.
   */
  async ask<Q extends Question>(question: Q, timeoutMs: number): Promise<readonly Questions[Q][]> {
    const workers = cluster.isWorker ? [] : connected();
    const answers = await Promise.all([
      inTime(this.#reply(question), timeoutMs),
      ...workers.map((worker) => this.#askWorker(worker, question, timeoutMs)),
    ]);
    return answers.filter((answer) => answer !== undefined) as Questions[Q][];
  }

  /** Sets the question's only `reply`. Call the returned function to remove it. */
  answer<Q extends Question>(question: Q, reply: () => Questions[Q] | Promise<Questions[Q]>): () => void {
    this.#replies.set(question, reply);
    return () => void (this.#replies.get(question) === reply && this.#replies.delete(question));
  }

  /** The ids of all serving processes, including this one if it serves. */
  pids(): ReadonlySet<number> {
    const pids = new Set(connected().map((worker) => worker.process.pid ?? 0));
    return this.#replies.size > 0 ? pids.add(process.pid) : pids;
  }

  #askWorker(worker: Worker, question: Question, timeoutMs: number): Promise<unknown> {
    const id = ++this.#lastId;
    const answer = new Promise((settle) => this.#pending.set(id, { worker, settle }));
    sendToWorker(worker, { gavel: 'asked', id, question });
    return inTime(answer, timeoutMs).finally(() => this.#pending.delete(id));
  }

  #readFromPrimary(message: Message): void {
    if (message.gavel === 'told') this.#deliver(message.topic, message.news);
    if (message.gavel !== 'asked') return;
    const { id, question } = message;
    void this.#reply(question).then((answer) => sendToPrimary({ gavel: 'answered', id, answer }));
  }

  #readFromWorker(sender: Worker, message: Message): void {
    if (message.gavel === 'answered') this.#pending.get(message.id)?.settle(message.answer);
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

/** Sends `message` to the primary; does nothing if it is gone. */
export function sendToPrimary(message: object): void {
  if (process.connected) process.send?.(message, undefined, {}, () => undefined);
}

/** Sends `message` to a worker; does nothing if it is gone. */
export function sendToWorker(worker: Worker, message: object): void {
  if (worker.isConnected()) worker.send(message, () => undefined);
}

function connected(): Worker[] {
  return Object.values(cluster.workers ?? {}).filter((worker) => worker?.isConnected() === true) as Worker[];
}

function isOurs(message: unknown): message is Message {
  return typeof message === 'object' && message !== null && Object.hasOwn(message, 'gavel');
}
