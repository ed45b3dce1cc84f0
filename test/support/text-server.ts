/** A real HTTP server that answers every request with the text it was told last. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How the server answers: `delayMs` holds the whole answer back, `endless` never ends its body. */
export interface TextAnswer {
  readonly status?: number;
  readonly text?: string;
  readonly headers?: { readonly [name: string]: string };
  readonly delayMs?: number;
  readonly endless?: boolean;
}

/** A running server; `asked` counts the requests. */
export interface TextServer {
  readonly url: string;
  readonly asked: () => number;
  answer(answer: TextAnswer): void;
  stop(): Promise<void>;
}

/** Starts the server on a free port of 127.0.0.1. */
export async function startTextServer(first: TextAnswer): Promise<TextServer> {
  let now = first;
  let asked = 0;
  const server = createServer((_, response) => {
    asked += 1;
    const { status = 200, text = '', headers = {}, delayMs = 0, endless = false } = now;
    setTimeout(() => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      if (!endless) return void response.end(text);
      const more = (error?: Error | null): void =>
        void (error || response.destroyed || response.write(text.padEnd(65_536), more));
      more();
    }, delayMs).unref();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/rates.json`,
    asked: () => asked,
    answer: (answer) => void (now = answer),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
