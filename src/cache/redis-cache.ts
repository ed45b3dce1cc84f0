/** Keeps bids in Redis (interface, `cache`), in the form in which Prebid Cache keeps them there, so that both can share one. */
import { ErrorReply } from 'redis';
import { CacheAnswerError, type BidCache, type CachedType, type CachedValue, type CachePut } from './bid-cache.ts';
import { inTime } from '../in-time.ts';
import { RedisClient } from '../redis/client.ts';

/** A value is its type and its text. */
const types: readonly CachedType[] = ['json', 'xml'];

/** No caller waits for longer (`cache.timeoutMs`), in milliseconds. */
const longestMs = 10_000;

/** A store in the Redis server or cluster at `url` (several with commas). It connects behind. */
export class RedisCache implements BidCache {
  readonly #redis: RedisClient;

  constructor(url: string) {
    this.#redis = new RedisClient(url);
  }

  async put(puts: readonly CachePut[], untilMs: number): Promise<readonly string[]> {
    const redis = this.#redis.connected();
    const sets = puts.map(({ id, type, ttlSeconds, value }) => {
      const bytes = Buffer.concat([Buffer.from(type), value]);
      return redis.set(id, bytes, ttlSeconds);
    });
    // One server of a cluster that stands still must not cost what the others have kept.
    const leftMs = Math.min(longestMs, untilMs - performance.now());
    const inHand = await Promise.allSettled(sets.map((set) => inTime(set, leftMs)));
    const isKept = inHand.map((one) => one.status === 'fulfilled' && one.value !== undefined);
    if (isKept.includes(true)) return puts.map(({ id }, at) => (isKept[at] ? id : ''));
    await Promise.all(sets).catch(throwFault);
    return puts.map(({ id }) => id);
  }

  async get(id: string): Promise<CachedValue | undefined> {
    const bytes = await this.#redis.connected().get(id).catch(throwFault);
    if (bytes === null) return undefined;
    const type = types.find((one) => bytes.subarray(0, one.length).equals(Buffer.from(one)));
    return type === undefined ? undefined : { type, value: bytes.subarray(type.length) };
  }

  async close(): Promise<void> {
    this.#redis.close();
  }
}

/** A refusal of the server begins with a word for its kind, such as OOM; the rest is for the log. */
function throwFault(error: unknown): never {
  if (!(error instanceof ErrorReply)) throw error;
  throw new CacheAnswerError(/^[A-Z]{1,20}\b/.exec(error.message)?.[0] ?? 'with an error', error.message);
}
