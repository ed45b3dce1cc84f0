/** Passes changes of stored data from the admin port to every process, and to other machines if the source can do so (issue 7, item 3). */
import type { Channel } from './channel.ts';
import type { StoredNews } from '../http/admin-stored.ts';
import type { Log } from '../observe/log.ts';
import type { StoredData } from '../stored/open-stored.ts';
import { reasonOf } from '../error-text.ts';

/** The admin port's side: notifies the processes. */
export function tellStored(channel: Channel): StoredNews {
  /** The processes that hear of changes, the latest first: earlier ones leave before it. */
  let hearers: readonly number[] = [];
  channel.hear('storedHearer', (pid) => {
    const running = channel.pids();
    hearers = [pid, ...hearers.filter((one) => running.has(one))];
  });
  return {
    forget: (keys) => {
      const running = channel.pids();
      // One process is enough to notify the other machines, but one that still starts would not hear of this.
      const announcer = hearers.find((pid) => running.has(pid)) ?? [...running][0] ?? 0;
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
  channel.tellPrimary('storedHearer', process.pid);
  return () => ends.forEach((end) => end());
}
