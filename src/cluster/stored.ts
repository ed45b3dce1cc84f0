/** Passes changes of stored data from the admin port to every process, and to other machines if the source can do so (issue 7, item 3). */
import type { Channel } from './channel.ts';
import type { StoredNews } from '../http/admin-stored.ts';
import type { Log } from '../observe/log.ts';
import type { StoredData } from '../stored/open-stored.ts';
import { reasonOf } from '../error-text.ts';

/** The admin port's side: notifies the processes. */
export function tellStored(channel: Channel): StoredNews {
  return {
    forget: (keys) => {
      // One process is enough to notify the other machines.
      const [announcer = 0] = channel.pids();
      channel.tell('storedChanged', { keys, announcer });
    },
    keep: (texts) => channel.tell('storedKept', texts),
  };
}

/** A serving process's side, active until the returned function is called. */
export function hearStored(
  channel: Channel,
  stored: Pick<StoredData<unknown>, 'note' | 'keep' | 'announce'>,
  log: Log,
): () => void {
  const ends = [
    channel.hear('storedChanged', ({ keys, announcer }) => {
      stored.note(keys);
      if (announcer !== process.pid) return;
      stored.announce(keys).catch((error: unknown) => {
        log.warn({ reason: reasonOf(error) }, 'other machines could not be notified of changed stored data');
      });
    }),
    channel.hear('storedKept', (texts) =>
      stored.keep(texts.map(({ kind, id, text }) => ({ kind, id, text: Buffer.from(text) }))),
    ),
  ];
  return () => ends.forEach((end) => end());
}
