/** A real HTTP server that answers every request with the text it was told last. */
import { createServer } from 'node:http';
import type { Ending } from './folder.ts';
import { listening } from './listening.ts';

/** How the server answers: `endless` never ends its body. */
export interface TextAnswer {
  readonly status?: number;
  readonly text?: string;
  readonly endless?: boolean;
}

/** A running server; `asked` counts the requests. */
export interface TextServer {
  readonly url: string;
  readonly asked: () => number;
  answer(answer: TextAnswer): void;
}

/** Starts the server on a free port of 127.0.0.1, until the test ends. */
export async function startTextServer(t: Ending, first: TextAnswer): Promise<TextServer> {
  let now = first;
  let asked = 0;
  const server = createServer((_, response) => {
    asked += 1;
    const { status = 200, text = '', endless = false } = now;
    response.writeHead(status, { 'content-type': 'application/json' });
    if (!endless) return void response.end(text);
    const more = (error?: Error | null): void =>
      void (error || response.destroyed || response.write(text.padEnd(65_536), more));
    more();
  });
  return {
    url: `http://127.0.0.1:${await listening(t, server)}/rates.json`,
    asked: () => asked,
    answer: (answer) => void (now = answer),
  };
}
