/** A link to a Redis cluster (package redis). */
import { ClientClosedError, ClientOfflineError, createCluster } from 'redis';
import {
  clientOptions,
  destroy,
  destroyForGood,
  expiry,
  lookAgainMs,
  replyOptions,
  retryMs,
  scan,
  socketOptions,
  type OnLinkError,
  type RedisLink,
} from './link.ts';
import { watchPings, type Watched } from './watch-pings.ts';

/**
 * A client learns which server owns which keys when it connects, and when a server redirects it. For keys that nobody owned then, as while
 * a cluster is set up, it would never ask again.
 */
const unownedMessage = 'no server of the cluster has these keys: assign all slots to servers';

/** The client does not say which server is away, or why. */
const awayMessage = 'a server of the cluster is not connected';

/** A client for the cluster with members at `urls`, not connected yet; `close` ends it for good. */
function clusterClient(urls: readonly string[]) {
  const { username, password, protocol } = new URL(urls[0]!);
  let isClosed = false;
  const client = createCluster({
    // When a member cannot be reached, the client discards the first root node's answer with it; a second try with the same URLs goes on
    // without that member.
    rootNodes: [...urls, ...urls].map((url) => ({ url, socket: { ...socketOptions, reconnectStrategy: false } })),
    defaults: {
      ...clientOptions,
      ...(username !== '' && { username: decodeURIComponent(username) }),
      ...(password !== '' && { password: decodeURIComponent(password) }),
      socket: {
        ...socketOptions,
        reconnectStrategy: () => !isClosed && retryMs,
        ...(protocol === 'rediss:' && { tls: true }),
      },
    },
    ...replyOptions,
  });
  // A connection being made when its client is destroyed still comes up, and would be pinged for good.
  const close = (): void => {
    isClosed = true;
    const members = client.masters.flatMap((master) => master.client ?? []);
    destroy(client);
    for (const member of members) destroyForGood(member);
  };
  // So do connections to members found by a discovery that had already begun.
  client.on('node-connect', () => isClosed && close());
  return { client, close };
}

type ClusterClient = ReturnType<typeof clusterClient>['client'];

/**
 * Reports trouble between a cluster's `client` and its members. A member that was reached and then answers no ping halts the link. A member
 * that the client learns of but cannot reach is destroyed: calls for its keys would wait for it, and with them all member discovery.
 * Another server may have replaced it, for which the client does not look: then the link is halted, too.
 */
function watchMembers(client: ClusterClient, onError: OnLinkError): void {
  const reached = new WeakSet<Watched>();
  const failed = new WeakSet<object>();
  const mayHaltAtMs = performance.now() + lookAgainMs;
  client.on('error', (error: unknown) => onError(error, 'none'));
  client.on('node-ready', () => {
    for (const { client: member } of client.masters) {
      if (!member?.isReady || reached.has(member)) continue;
      reached.add(member);
      member.once(
        'end',
        watchPings(member, (error) => {
          onError(error, 'halted');
          // Until the link is replaced, calls to it fail at once instead of filling memory.
          destroy(member);
        }),
      );
    }
  });
  client.on('node-error', (error: unknown, { host, port }: { readonly host?: string; readonly port?: number }) => {
    onError(error, isGarbage(error) ? 'broken' : 'none');
    const { client: member } = client.masters.find((node) => node.host === host && node.port === port) ?? {};
    if (member === undefined || reached.has(member)) return;
    if (failed.has(member)) {
      destroy(member);
      if (performance.now() > mayHaltAtMs) onError(error, 'halted');
    }
    failed.add(member);
  });
}

/**
 * A member for commands that any server can run, such as PUBLISH: a random connected one, since one may hang; the client itself if none is
 * connected.
 */
function anyMember(client: ClusterClient) {
  const ready = client.masters.filter((master) => master.client?.isReady);
  return ready[Math.floor(Math.random() * ready.length)]?.client ?? client;
}

/**
 * A link to the cluster with members at `urls`, not connected yet. It reconnects to lost members itself; a hanging member halts it, and
 * garbage breaks it.
 */
export function clusterLink(urls: readonly string[], onError: OnLinkError): RedisLink {
  const { client, close } = clusterClient(urls);
  let lastFault: unknown;
  const onTrouble: OnLinkError = (error, harm) => {
    lastFault = error;
    onError(error, harm);
  };
  watchMembers(client, onTrouble);
  const mayBreakAtMs = performance.now() + lookAgainMs;
  const noteFault = (error: unknown): never => {
    if (error instanceof ClientOfflineError || error instanceof ClientClosedError)
      throw new Error(awayMessage, { cause: lastFault ?? error });
    // The client throws a plain TypeError for a key that no server owns.
    if (!(error instanceof TypeError)) throw error;
    const fault = new Error(unownedMessage, { cause: error });
    if (performance.now() > mayBreakAtMs) onError(fault, 'broken');
    throw fault;
  };
  const get = (key: string): Promise<Buffer | null> => client.get(key).catch(noteFault);
  return {
    connect: async () => {
      await client.connect();
      if (client.masters.length === 0) throw new Error(unownedMessage);
    },
    isClustered: () => Promise.resolve(false),
    set: (key, value, ttlSeconds) => client.set(key, value, expiry(ttlSeconds)).catch(noteFault),
    get,
    // Keys are on different servers; the client pipelines calls to the same one.
    getAll: (keys) => Promise.all(keys.map(get)),
    publish: (channel, message) => anyMember(client).publish(channel, message).catch(noteFault),
    keys: async function* (prefix) {
      for (const master of client.masters) yield* scan(await client.nodeClient(master), prefix);
    },
    close,
  };
}

/** After an invalid or surplus reply, later replies would be matched to the wrong calls. */
function isGarbage(error: unknown): boolean {
  return error instanceof TypeError || error instanceof RangeError || /RESP type/.test(String(error));
}
