/** Stores bids through Prebid Cache's HTTP interface (interface, 'Endpoints'): POST and GET of one address. */
import { isCacheId, maxValueBytes } from '../config/cache-limits.ts';
import { gatherBytes, TooLong } from '../gather-bytes.ts';
import { nodeAt } from '../openrtb/node-at.ts';
import { parsedBytes, textOf } from '../openrtb/parsed-json.ts';
import { OwnServer, type OwnRequest } from '../own-server.ts';
import { CacheAnswerError, type BidCache, type CachedType, type CachedValue, type CachePut } from './bid-cache.ts';

/** The most values of one request: Prebid Cache takes ten unless its host allows more. */
const putsAtOnce = 10;

const connections = 32;
const maxAnswerBytes = 65_536;

/** Media types of values. */
const types: ReadonlyMap<string, CachedType> = new Map([
  ['application/json', 'json'],
  ['application/xml', 'xml'],
]);

/**
 * A store at `url`, which may hold user and password. Callers wait `timeoutMs`; a request is aborted after twice that. A secured cache
 * needs `apiKey` with each put; '' for none.
 */
export class HttpCache implements BidCache {
  readonly #server: OwnServer;
  readonly #timeoutMs: number;
  readonly #putHeaders: OwnRequest['headers'];
  /** False for a store that refuses ids from clients. */
  #takesKeys = true;

  constructor(url: string, timeoutMs: number, apiKey = '') {
    this.#server = new OwnServer(url, connections, timeoutMs);
    this.#timeoutMs = timeoutMs;
    const key = apiKey === '' ? {} : { 'x-pbc-api-key': apiKey };
    this.#putHeaders = { 'content-type': 'application/json;charset=utf-8', ...key };
  }

  async put(puts: readonly CachePut[], untilMs: number): Promise<readonly string[]> {
    const batches: (readonly CachePut[])[] = [];
    for (let at = 0; at < puts.length; at += putsAtOnce) batches.push(puts.slice(at, at + putsAtOnce));
    const kept = await Promise.allSettled(batches.map((batch) => this.#putSome(batch, untilMs)));
    const failure = kept.find((part) => part.status === 'rejected');
    if (failure !== undefined && kept.every(({ status }) => status === 'rejected')) throw failure.reason;
    return kept.flatMap((part, at) => (part.status === 'fulfilled' ? part.value : batches[at]!.map(() => '')));
  }

  async get(id: string): Promise<CachedValue | undefined> {
    const path = this.#server.pathWith(`uuid=${encodeURIComponent(id)}`);
    const { statusCode, headers, body } = await this.#ask('GET', path);
    const bytes = await bytesOf(body, maxValueBytes);
    if (statusCode === 404) return undefined;
    const type = types.get(String(headers['content-type']).split(';')[0]!.trim().toLowerCase());
    if (statusCode !== 200 || type === undefined) throw wrongAnswer(`status ${statusCode}`);
    return { type, value: bytes };
  }

  async close(): Promise<void> {
    await this.#server.close();
  }

  async #putSome(puts: readonly CachePut[], untilMs: number, withKeys = this.#takesKeys): Promise<readonly string[]> {
    if (performance.now() > untilMs) return puts.map(() => '');
    const entries = puts.map((put) => putText(put, withKeys));
    const { statusCode, body } = await this.#ask('POST', this.#server.path, `{"puts":[${entries.join(',')}]}`);
    const bytes = await bytesOf(body, maxAnswerBytes);
    // Prebid Cache in Java refuses client ids like this, with 400 or 401. Ids that it already has, as after a retry, get 'UUID
    // duplication.'
    if (withKeys && statusCode !== 200 && bytes.includes('UUID')) {
      const ids = await this.#putSome(puts, untilMs, false);
      if (ids.some((id) => id !== '') && !bytes.includes('duplication')) this.#takesKeys = false;
      return ids;
    }
    if (statusCode !== 200) throw wrongAnswer(`status ${statusCode}`);
    return readIds(bytes, puts.length);
  }

  #ask(method: 'GET' | 'POST', path: string, body: string | null = null) {
    const headers = method === 'POST' ? this.#putHeaders : {};
    return this.#server.ask({ method, path, headers, body, signal: AbortSignal.timeout(2 * this.#timeoutMs) });
  }
}

/**
 * One entry of `puts`. Where the store lets clients choose, `key` becomes the id; otherwise Prebid Cache in Go ignores it, and the one in
 * Java refuses it.
 */
function putText({ id, type, ttlSeconds, value }: CachePut, withKey: boolean): string {
  const text = textOf(value);
  const key = withKey ? `"key":"${id}",` : '';
  return `{"type":"${type}","ttlseconds":${ttlSeconds},${key}"value":${type === 'json' ? text : JSON.stringify(text)}}`;
}

/** The ids in an answer, '' for one that is missing or not a valid id. */
function readIds(bytes: Buffer, count: number): string[] {
  const responses = nodeAt(parsedBytes(bytes), ['responses']);
  if (!Array.isArray(responses) || responses.length !== count) throw wrongAnswer('without an id for every value');
  return responses.map((response: unknown) => {
    const uuid = nodeAt(response, ['uuid']);
    return typeof uuid === 'string' && isCacheId(uuid) ? uuid : '';
  });
}

async function bytesOf(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Buffer> {
  const what = 'with too many bytes';
  try {
    return await gatherBytes(body, maxBytes, what);
  } catch (error) {
    throw error instanceof TooLong ? wrongAnswer(what) : error;
  }
}

function wrongAnswer(what: string): CacheAnswerError {
  return new CacheAnswerError(what, `the cache at cache.url answered ${what}`);
}
