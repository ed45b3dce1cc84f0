/** Takes what the admin port says of stored data to every process, and beyond this machine where the source can (issue 7, item 3). */
import type { Channel } from './channel.ts';
import type { StoredNews } from '../http/admin-stored.ts';
import type { Log } from '../observe/log.ts';
import type { StoredData } from '../stored/open-stored.ts';
import { reasonOf } from '../error-text.ts';

/** The admin port's side: tells the processes. */
export function tellStored(channel: Channel): StoredNews {
  return {
    forget: (keys) => {
      // One of them is enough to tell the other machines.
      const [announcer = 0] = channel.pids();
      channel.tell('storedChanged', { keys, announcer });
    },
    keep: (texts) => channel.tell('storedKept', texts),
  };
}

/** A serving process's side, until the function returned is called. */
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
        log.warn({ reason: reasonOf(error) }, 'other machines could not be told of changed stored data');
      });
    }),
    channel.hear('storedKept', (texts) =>
      stored.keep(texts.map(({ kind, id, text }) => ({ kind, id, text: Buffer.from(text) }))),
    ),
  ];
  return () => ends.forEach((end) => end());
}
