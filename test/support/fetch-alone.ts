/** `fetch` with a connection for each request: a kept one may have been closed while the machine stood still. */
import { Agent, fetch, type RequestInit, type Response } from 'undici';

const dispatcher = new Agent({ pipelining: 0 });

/** As `fetch`. */
export function fetchAlone(url: string, init: RequestInit = {}): Promise<Response> {
  return fetch(url, { ...init, dispatcher });
}
