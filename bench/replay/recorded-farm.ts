/** Runs the farm that answers as recorded in a separate process, and tells it of each auction before that is sent. */
import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { endChild, whenReady } from '../farm/child.ts';
import type { FarmCounts, PlayMessage } from '../farm/recorded-calls.ts';
import { startProcess } from '../start-process.ts';

/** A farm that answers as recorded. */
export interface RecordedFarm {
  readonly port: number;
  /** Resolves with the ticket of this line's auction once the farm knows its calls; rejects if the farm has ended. */
  begin(line: string): Promise<number>;
  /** The auction's answer has come, or never will. */
  end(ticket: number): void;
  /** Returns the counts since the last call, and restarts them. */
  countAnew(): Promise<FarmCounts>;
  stop(): Promise<void>;
}

/** Starts the farm on `port` (0: any free one); it ends with this process. Rejects if it does not start. */
export async function startRecordedFarm(port: number): Promise<RecordedFarm> {
  const child = startProcess([join(import.meta.dirname, '../farm/recorded.ts'), String(port)], { hasChannel: true });
  const taken = await whenReady(child, 'the recorded farm', (line) => (JSON.parse(line) as { port?: number }).port);
  const ask = asking(child);
  let last = 0;
  return {
    port: taken,
    begin: (line) => ask({ begin: (last += 1), line }) as Promise<number>,
    end: (ticket) => void (child.connected && child.send({ end: ticket } satisfies PlayMessage)),
    countAnew: () => ask('count anew') as Promise<FarmCounts>,
    stop: () => endChild(child),
  };
}

/** Sends messages to the farm, which answers them in order. */
function asking(child: ChildProcess): (message: PlayMessage) => Promise<unknown> {
  const waiting: PromiseWithResolvers<unknown>[] = [];
  child.on('message', (word) => waiting.shift()?.resolve(word));
  child.once('exit', () => {
    for (const { reject } of waiting.splice(0)) reject(gone());
  });
  return (message) => {
    if (!child.connected) return Promise.reject(gone());
    const told = Promise.withResolvers<unknown>();
    waiting.push(told);
    child.send(message);
    return told.promise;
  };
}

function gone(): Error {
  return new Error('the farm of recorded bidders has ended: its output is above');
}
