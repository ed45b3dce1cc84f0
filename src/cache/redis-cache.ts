/** Stores bids in Redis (interface, `cache`) in Prebid Cache's format, so that both can share one server. */
import { ErrorReply } from 'redis';
import { CacheAnswerError, type BidCache, type CachedType, type CachedValue, type CachePut } from './bid-cache.ts';
import { inTime } from '../in-time.ts';
import { RedisClient } from '../redis/client.ts';

/** A value is stored as its type followed by its text. */
const types: readonly CachedType[] = ['json', 'xml'];

/** The longest `cache.timeoutMs` that can be set. */
const longestMs = 10_000;

/** A store in the Redis server or cluster at `url` (several with commas). It connects in the background. */
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
    // A cluster node that hangs must not cost the values that the others have stored.
    const leftMs = Math.min(longestMs, untilMs - performance.now());
    const settled = await Promise.allSettled(sets.map((set) => inTime(set, leftMs)));
    const isStored = settled.map((one) => one.status === 'fulfilled' && one.value !== undefined);
    if (isStored.includes(true)) return puts.map(({ id }, at) => (isStored[at] ? id : ''));
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

/** A refusal begins with a word for its kind, such as OOM; the rest is for the log only. */
function throwFault(error: unknown): never {
  if (!(error instanceof ErrorReply)) throw error;
  throw new CacheAnswerError(/^[A-Z]{1,20}\b/.exec(error.message)?.[0] ?? 'with an error', error.message);
}
