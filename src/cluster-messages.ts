/** What the processes of one service tell each other (issue 7, items 1 and 3): a word to one process reaches all. */
import cluster from 'node:cluster';
import type { StoredKind } from './stored/store.ts';

/** What may be told, by topic: plain data that survives JSON, and little of it. */
export interface Topics {
  /** Ids of stored data that changed at its source. */
  readonly storedChanged: { readonly [Kind in StoredKind]?: readonly string[] };
}

/** The way to all processes of this service. */
export interface Channel {
  /** Tells every process that runs now, this one included and at once. Never throws. */
  tell<Topic extends keyof Topics>(topic: Topic, news: Topics[Topic]): void;
  /** Calls `listener` with all that is told from now on; the function returned ends it. */
  hear<Topic extends keyof Topics>(topic: Topic, listener: (news: Topics[Topic]) => void): () => void;
}

interface Told {
  readonly gavel: 'told';
  readonly topic: keyof Topics;
  readonly news: Topics[keyof Topics];
}

/** Opens the channel of this process, one for each: between primary and workers of a cluster, or within a process alone. */
export function openChannel(): Channel {
  const listeners = new Map<keyof Topics, Set<(news: never) => void>>();
  const deliver = ({ topic, news }: Told): void => listeners.get(topic)?.forEach((listener) => listener(news as never));
  if (cluster.isWorker) {
    process.on('message', (message) => isTold(message) && deliver(message));
  } else {
    cluster.on('message', (sender, message) => {
      if (!isTold(message)) return;
      deliver(message);
      sendToWorkers(message, sender.id);
    });
  }
  return {
    tell: (topic, news) => {
      const told: Told = { gavel: 'told', topic, news };
      deliver(told);
      if (cluster.isWorker) sendToPrimary(told);
      else sendToWorkers(told, 0);
    },
    hear: (topic, listener) => {
      const heard = listeners.get(topic) ?? new Set();
      listeners.set(topic, heard.add(listener));
      return () => void heard.delete(listener);
    },
  };
}

/** Sends `message` to the primary; a primary that is gone hears nothing. */
export function sendToPrimary(message: object): void {
  if (process.connected) process.send?.(message, undefined, {}, () => undefined);
}

function sendToWorkers(message: object, exceptId: number): void {
  for (const worker of Object.values(cluster.workers ?? {})) {
    if (worker !== undefined && worker.id !== exceptId && worker.isConnected()) worker.send(message, () => undefined);
  }
}

function isTold(message: unknown): message is Told {
  return typeof message === 'object' && message !== null && (message as Partial<Told>).gavel === 'told';
}
