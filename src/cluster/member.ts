/** One serving process as the primary sees it (issue 7, item 1): a worker that it forked, or the service in the process itself. */
import cluster, { type Worker } from 'node:cluster';
import { sendToWorker } from './channel.ts';
import type { Listening, Order, StartOrder, Word } from './protocol.ts';
import { watchOwnPulse, watchPulse } from './pulse.ts';
import type { ConfigFile } from '../config-file.ts';
import type { Service } from '../serve.ts';

/** Why a process never listened: it refused its configuration, or it died. */
export interface Failure {
  readonly faults: readonly string[];
  readonly isDeath: boolean;
}

/** A process of the service. */
export interface Member {
  readonly pid: number;
  /** The configuration it runs. */
  readonly file: ConfigFile;
  /** Resolves once it listens, or never will. Never rejects. */
  readonly started: Promise<Listening | Failure>;
  /** Resolves with how it ended. Never rejects. */
  readonly ended: Promise<string>;
  /** Tells it to let everything finish and to end; `isLast` as in `Leave`. */
  leave(isLast: boolean): void;
  /** Ends it at once. */
  kill(): void;
}

/** How long a process may take from its fork until it listens, in milliseconds. */
const startMs = 60_000;

/**
 * Auctions in flight outlive a young generation of the usual size, and what outlives it is copied and marked: with this one
 * an auction costs a tenth less (bench/README, 'Choices'). It can only be set when a process starts; what the host
 * chose itself comes last, and counts.
 */
const nodeOptions = ['--max-semi-space-size=64'];

/**
 * Forks a worker and starts it as `order` says; once it listens, `onStill` is called with it when it has stood still for `longestSilence`.
 * A system without memory for another process is told at once.
 */
export function forkMember(order: StartOrder, onStill: (member: Member) => void): Member | Failure {
  let worker: Worker;
  try {
    cluster.setupPrimary({ execArgv: [...nodeOptions, ...process.execArgv] });
    worker = cluster.fork();
  } catch (error) {
    return { faults: [`a process cannot be started: ${(error as Error).message}`], isDeath: true };
  }
  const tell = (said: Order): void => sendToWorker(worker, said);
  const ended = hearEnd(worker);
  const kill = (): void => void worker.process.kill('SIGKILL');
  const started = hearStart(worker, ended, () => tell({ gavel: 'start', order }));
  const leave = (isLast: boolean): void => tell({ gavel: 'leave', isLast });
  const member = { pid: worker.process.pid ?? 0, file: order.file, started, ended, leave, kill };
  // Older code may not know how to answer: after a step back it would be killed every few seconds.
  void started.then((result) => 'ofPrimary' in result && watchPulse(worker, () => onStill(member)));
  return member;
}

function hearEnd(worker: Worker): Promise<string> {
  return new Promise((resolve) => {
    worker.once('exit', (status, signal) => resolve(signal ? `signal ${signal}` : `status ${status}`));
    // All that a fork that fails is told by; unheard, an 'error' would end the primary.
    worker.on('error', ({ message }) => worker.process.pid === undefined && resolve(message));
  });
}

function hearStart(worker: Worker, ended: Promise<string>, onReady: () => void): Promise<Listening | Failure> {
  return new Promise((resolve) => {
    const settle = (result: Listening | Failure): void => {
      clearTimeout(timer);
      resolve(result);
    };
    const fail = (fault: string): void => settle({ faults: [fault], isDeath: true });
    const timer = setTimeout(() => {
      fail(`a process did not listen within ${startMs / 1000} s of its start`);
      worker.process.kill('SIGKILL');
    }, startMs);
    worker.on('message', (word: Word) => {
      if (word.gavel === 'ready') onReady();
      else if (word.gavel === 'listening') settle(word.serving);
      else if (word.gavel === 'refused') settle({ faults: word.faults, isDeath: false });
    });
    void ended.then((how) => fail(`a process ended at its start with ${how}`));
  });
}

/** The service that this process runs itself, until it leaves the work to others. */
export function ownMember(file: ConfigFile, listening: Listening, service: Pick<Service, 'drain'>): Member {
  const { promise: ended, resolve } = Promise.withResolvers<string>();
  const gone = (): void => resolve('status 0');
  const unwatch = watchOwnPulse();
  const leave = (isLast: boolean): void => {
    // As a primary, its end would be that of its workers.
    unwatch();
    void service.drain({ delayMs: listening.delayMs, isLast }).then(gone, gone);
  };
  const kill = (): void => resolve('no answer');
  const started = Promise.resolve(listening);
  return { pid: process.pid, file, started, ended, leave, kill };
}
