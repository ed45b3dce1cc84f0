/** One serving process from the primary's view (issue 7, item 1): a forked worker, or the service in the primary's own process. */
import cluster, { type Worker } from 'node:cluster';
import { sendToWorker } from './channel.ts';
import type { Listening, PrimaryMessage, StartOrder, WorkerMessage } from './protocol.ts';
import { watchOwnPulse, watchPulse } from './pulse.ts';
import type { ConfigFile } from '../config-file.ts';
import type { Service } from '../serve.ts';

/** Why a process never listened: it rejected its configuration, or it died. */
export interface Failure {
  readonly faults: readonly string[];
  readonly isDeath: boolean;
  /** True if the primary itself ended it, which says nothing about the next one. */
  readonly isDismissed?: boolean;
}

/** A process of the service. */
export interface Member {
  readonly pid: number;
  /** The configuration that it runs. */
  readonly file: ConfigFile;
  /** Resolves once it listens, or once it is clear that it never will. Never rejects. */
  readonly started: Promise<Listening | Failure>;
  /** Resolves with how it ended. Never rejects. */
  readonly ended: Promise<string>;
  /** Asks it to finish what is in flight and end; `isLast` as in `Leave`. */
  leave(isLast: boolean): void;
  /** Ends it at once. */
  kill(): void;
}

/** How long a process may take from its fork until it listens, in milliseconds. */
const startMs = 60_000;

/**
 * Auctions in flight outlive a young generation of the default size, and objects that outlive it are copied and marked: with this size an
 * auction costs a tenth less (bench/README, 'Choices'). It can only be set when a process starts. The host's own options come last, and
 * win.
 */
const nodeOptions = ['--max-semi-space-size=64'];

/**
 * Forks a worker and starts it with `order`. Once it listens, `onStill` is called if it has hung for `longestSilence`. Returns a `Failure`
 * when the system has no memory for another process.
 */
export function forkMember(order: StartOrder, onStill: (member: Member) => void): Member | Failure {
  let worker: Worker;
  try {
    cluster.setupPrimary({ execArgv: [...nodeOptions, ...process.execArgv] });
    worker = cluster.fork();
  } catch (error) {
    return { faults: [`a process cannot be started: ${(error as Error).message}`], isDeath: true };
  }
  const tell = (message: PrimaryMessage): void => sendToWorker(worker, message);
  const ended = watchEnd(worker);
  const kill = (): void => void worker.process.kill('SIGKILL');
  const started = watchStart(worker, ended, () => tell({ gavel: 'start', order }));
  const leave = (isLast: boolean): void => tell({ gavel: 'leave', isLast });
  const member = { pid: worker.process.pid ?? 0, file: order.file, started, ended, leave, kill };
  // Only workers that send `ofPrimary` are watched: older code may not answer pulses, and after a downgrade would be killed every few
  // seconds.
  void started.then((result) => 'ofPrimary' in result && watchPulse(worker, () => onStill(member)));
  return member;
}

function watchEnd(worker: Worker): Promise<string> {
  return new Promise((resolve) => {
    worker.once('exit', (status, signal) => resolve(signal ? `signal ${signal}` : `status ${status}`));
    // A failed fork is reported only by 'error', which would end the primary if there were no listener.
    worker.on('error', ({ message }) => worker.process.pid === undefined && resolve(message));
  });
}

function watchStart(worker: Worker, ended: Promise<string>, onReady: () => void): Promise<Listening | Failure> {
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
    worker.on('message', (message: WorkerMessage) => {
      if (message.gavel === 'ready') onReady();
      else if (message.gavel === 'listening') settle(message.serving);
      else if (message.gavel === 'refused') settle({ faults: message.faults, isDeath: false });
    });
    void ended.then((how) => fail(`a process exited during start with ${how}`));
  });
}

/** The service in this process itself, until it leaves the work to others. */
export function ownMember(file: ConfigFile, listening: Listening, service: Pick<Service, 'drain'>): Member {
  const { promise: ended, resolve } = Promise.withResolvers<string>();
  const gone = (): void => resolve('status 0');
  const unwatch = watchOwnPulse();
  const leave = (isLast: boolean): void => {
    // From now on this process is a primary: killing it would also end its workers.
    unwatch();
    void service.drain({ delayMs: listening.delayMs, isLast }).then(gone, gone);
  };
  const kill = (): void => resolve('no answer');
  const started = Promise.resolve(listening);
  return { pid: process.pid, file, started, ended, leave, kill };
}
