/** Reads stored data from Redis or Valkey, one server or a cluster (issue 7, item 3): each text under `gavel:stored:<kind>/<id>`. */
import { RedisClient } from '../redis/client.ts';
import { keepListening } from './keep-listening.ts';
import { redisListener } from './redis-listener.ts';
import { isStoredId, keyOf, maxTextBytes, nameOf, tooLongText, type EditableStore, type StoredKey } from './store.ts';

const prefix = 'gavel:stored:';

/** The channel on which changes are announced: `<kind>/<id>`, or '' for any. */
const channel = 'gavel:stored';

/** A store in the server or cluster at `url` (several with commas). It connects in the background. */
export function redisStore(url: string): EditableStore {
  const redis = new RedisClient(url);
  const closers: (() => void)[] = [() => redis.close()];
  const announce = async (keys: readonly StoredKey[]): Promise<void> => {
    await Promise.all(keys.map((key) => redis.connected().publish(channel, nameOf(key))));
  };
  return {
    fetch: async (keys) => {
      const asked = keys.filter(({ id }) => isStoredId(id));
      const texts = asked.length === 0 ? [] : await redis.connected().getAll(asked.map((key) => prefix + nameOf(key)));
      if (!areTexts(texts, asked.length))
        throw new Error('the server does not answer as Redis does: correct stored.url');
      if (texts.some((text) => text !== null && text.byteLength > maxTextBytes)) throw tooLongText();
      const byKey = new Map(asked.map((key, at) => [key, texts[at] ?? undefined]));
      return keys.map((key) => byKey.get(key));
    },
    watch: (onChange, onRefusal) => void closers.push(keepListening(redisListener(url, channel), onChange, onRefusal)),
    announce,
    list: () => listKeys(redis),
    save: async (entries) => {
      const { set } = redis.connected();
      await Promise.all(entries.map((entry) => set(prefix + nameOf(entry), Buffer.from(entry.text), 0)));
      await announce(entries);
    },
    close: async () => {
      for (const close of closers) close();
    },
  };
}

/** False for what a server of another kind may answer: with fewer texts than were asked for, some would count as missing. */
function areTexts(texts: unknown, count: number): boolean {
  if (!Array.isArray(texts) || texts.length !== count) return false;
  return texts.every((text) => text === null || Buffer.isBuffer(text));
}

/** A key that moves between servers during the scan is found twice. */
async function* listKeys(redis: RedisClient): AsyncGenerator<StoredKey> {
  const seen = new Set<string>();
  for await (const name of redis.connected().keys(prefix)) {
    const key = keyOf(name.slice(prefix.length));
    if (key === undefined || seen.has(name)) continue;
    seen.add(name);
    yield key;
  }
}
