/** The plainest auction of a test: its request, and how it is asked for. */
import { once } from 'node:events';
import { connect } from 'node:net';

/** A request with one imp, a banner, for these bidders with their params, on a website; `more` are further members, or others. */
export function requestFor<More extends object>(bidder: object, more: More = {} as More) {
  const imp = [{ id: 'i1', banner: { w: 300, h: 250 }, ext: { svc: { bidder } } }];
  return { id: 'r1', imp, site: { page: 'https://news.example/' }, ...more };
}

/** Posts a request to the service at `url`; a text and bytes go out as they are. */
export function postAuction(url: string, request: unknown, headers: Record<string, string> = {}) {
  const body = typeof request === 'string' || request instanceof Uint8Array ? request : JSON.stringify(request);
  return fetch(`${url}/openrtb2/auction`, { method: 'POST', body: body as string, headers });
}

/** Sends a request to the service at `url` as a client that leaves without its answer, once `meanwhile` has ended. */
export async function leaveAuction(url: string, request: object, meanwhile: () => Promise<unknown>): Promise<void> {
  const body = Buffer.from(JSON.stringify(request));
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.write(`POST /openrtb2/auction HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n`);
  socket.write(body);
  await meanwhile();
  socket.destroy();
  await once(socket, 'close');
}
