/** A collector of events for tests: a real HTTP server that keeps the lines it receives. */
import { createServer, type ServerResponse } from 'node:http';
import type { Ending } from '../support/folder.ts';
import { listening } from '../support/listening.ts';

/** A running collector. `status` may be changed at any time; with 0 it does not answer. */
export interface Collector {
  readonly url: string;
  status: number;
  /** The statuses of the next answers, before `status`. */
  readonly next: number[];
  /** True while its answers drip bytes and never end. */
  isEndless: boolean;
  /** Every post so far: its lines and the status of its answer. */
  readonly posts: { lines: unknown[]; status: number; type: string | undefined }[];
  /** Resolves when `count` posts have arrived. */
  posted(count: number): Promise<void>;
}

/** Starts a collector on a free port of 127.0.0.1, until the test ends. */
export async function startCollector(t: Ending): Promise<Collector> {
  const posts: Collector['posts'] = [];
  const waiting = new Set<() => void>();
  const hanging = new Set<ServerResponse>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const lines = Buffer.concat(chunks).toString().split('\n').filter(Boolean);
      const status = collector.next.shift() ?? collector.status;
      posts.push({ lines: lines.map((line) => JSON.parse(line)), status, type: request.headers['content-type'] });
      for (const tell of waiting) tell();
      if (status === 0) hanging.add(response);
      else if (collector.isEndless) drip(response.writeHead(status));
      else response.writeHead(status).end('thanks');
    });
  });
  const collector: Collector = {
    url: `http://127.0.0.1:${await listening(t, server)}/events`,
    status: 200,
    next: [],
    isEndless: false,
    posts,
    posted: (count) =>
      new Promise((resolve) => {
        const tell = (): void => {
          if (posts.length < count) return;
          waiting.delete(tell);
          resolve();
        };
        waiting.add(tell);
        tell();
      }),
  };
  return collector;
}

function drip(response: ServerResponse): void {
  const timer = setInterval(() => response.write('.'), 50);
  response.on('close', () => clearInterval(timer));
}
