/** The farm that answers as recorded, in a process of its own, which is told of each auction before it is sent. */
import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { endChild, whenReady } from '../farm/child.ts';
import type { PlayMessage } from '../farm/recorded-calls.ts';
import { startProcess } from '../start-process.ts';

/** A farm that answers as recorded. */
export interface RecordedFarm {
  readonly port: number;
  /** Resolves with the ticket of the auction that is this line, once its calls are known; rejects when the farm has ended. */
  begin(line: string): Promise<number>;
  /** Its answer has come, or never will. */
  end(ticket: number): void;
  /** Calls so far, and those of them that nobody had recorded. */
  counts(): Promise<{ readonly calls: number; readonly unknown: number }>;
  stop(): Promise<void>;
}

/** Starts the farm on `port`, 0 for any free one; it dies with this process. Rejects when it does not start. */
export async function startRecordedFarm(port: number): Promise<RecordedFarm> {
  const child = startProcess([join(import.meta.dirname, '../farm/recorded.ts'), String(port)], { hasChannel: true });
  const taken = await whenReady(child, 'the recorded farm', (line) => (JSON.parse(line) as { port?: number }).port);
  const begin = beginnings(child);
  return {
    port: taken,
    begin,
    end: (ticket) => void (child.connected && child.send({ end: ticket } satisfies PlayMessage)),
    counts: async () =>
      (await fetch(`http://127.0.0.1:${taken}/-/counts`)).json() as ReturnType<RecordedFarm['counts']>,
    stop: () => endChild(child),
  };
}

/** Tells the farm of beginnings and waits for its word on each. */
function beginnings(child: ChildProcess): RecordedFarm['begin'] {
  const waiting = new Map<number, PromiseWithResolvers<number>>();
  let last = 0;
  child.on('message', (ticket: number) => {
    waiting.get(ticket)?.resolve(ticket);
    waiting.delete(ticket);
  });
  child.once('exit', () => {
    for (const { reject } of waiting.values()) reject(gone());
  });
  return (line) => {
    if (!child.connected) return Promise.reject(gone());
    const told = Promise.withResolvers<number>();
    last += 1;
    waiting.set(last, told);
    child.send({ begin: last, line } satisfies PlayMessage);
    return told.promise;
  };
}

function gone(): Error {
  return new Error('the farm of recorded bidders has ended: what it said stands above');
}
