/** Keeps bids in Redis (interface, `cache`), in the form in which Prebid Cache keeps them there, so that both can share one. */
import { ErrorReply } from 'redis';
import { CacheAnswerError, type BidCache, type CachedType, type CachedValue, type CachePut } from './bid-cache.ts';
import { RedisClient } from '../redis/client.ts';

/** A value is its type and its text. */
const types: readonly CachedType[] = ['json', 'xml'];

/** A store in the Redis server or cluster at `url` (several with commas). It connects behind. */
export class RedisCache implements BidCache {
  readonly #redis: RedisClient;

  constructor(url: string) {
    this.#redis = new RedisClient(url);
  }

  async put(puts: readonly CachePut[]): Promise<readonly string[]> {
    const redis = this.#redis.connected();
    const kept = await Promise.allSettled(
      puts.map(({ id, type, ttlSeconds, value }) => {
        const bytes = Buffer.concat([Buffer.from(type), value]);
        return redis.set(id, bytes, ttlSeconds);
      }),
    );
    const failure = kept.find((one) => one.status === 'rejected');
    if (failure !== undefined && kept.every(({ status }) => status === 'rejected')) throw faultOf(failure.reason);
    return puts.map(({ id }, at) => (kept[at]!.status === 'fulfilled' ? id : ''));
  }

  async get(id: string): Promise<CachedValue | undefined> {
    const bytes = await this.#redis
      .connected()
      .get(id)
      .catch((error: unknown) => {
        throw faultOf(error);
      });
    if (bytes === null) return undefined;
    const type = types.find((one) => bytes.subarray(0, one.length).equals(Buffer.from(one)));
    return type === undefined ? undefined : { type, value: bytes.subarray(type.length) };
  }

  async close(): Promise<void> {
    this.#redis.close();
  }
}

/** A refusal of the server begins with a word for its kind, such as OOM; the rest is for the log. */
function faultOf(error: unknown): unknown {
  if (!(error instanceof ErrorReply)) return error;
  return new CacheAnswerError(/^[A-Z]{1,20}\b/.exec(error.message)?.[0] ?? 'with an error', error.message);
}
