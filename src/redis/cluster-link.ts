/** A cluster of Redis (package redis). */
import { ClientClosedError, ClientOfflineError, createCluster } from 'redis';
import {
  common,
  destroy,
  expiry,
  lookAgainMs,
  options,
  retryMs,
  scan,
  socket,
  type OnLinkError,
  type RedisLink,
} from './link.ts';
import { watchPings, type Watched } from './watch-pings.ts';

/**
 * A client asks a cluster who has which keys when it connects, and whenever a server sends it elsewhere: for keys that nobody had then,
 * as while a cluster is set up, it would never ask again.
 */
const unowned = 'no server of the cluster has these keys: assign all slots to servers';

/** Nor does it say which server is away, and why. */
const away = 'a server of the cluster is not connected';

/** A client of the cluster with members at `urls`, not connected yet; `close` ends it for good. */
function clusterClient(urls: readonly string[]) {
  const { username, password, protocol } = new URL(urls[0]!);
  let isClosed = false;
  const client = createCluster({
    // Where a member cannot be reached, the first answer is thrown away with it: the next goes on without.
    rootNodes: [...urls, ...urls].map((url) => ({ url, socket: { ...socket, reconnectStrategy: false } })),
    defaults: {
      ...common,
      ...(username !== '' && { username: decodeURIComponent(username) }),
      ...(password !== '' && { password: decodeURIComponent(password) }),
      socket: {
        ...socket,
        reconnectStrategy: () => !isClosed && retryMs,
        ...(protocol === 'rediss:' && { tls: true }),
      },
    },
    ...options,
  });
  // A connection that was being made when its client was destroyed is made nevertheless, and pinged for good.
  const close = (): void => {
    isClosed = true;
    const members = client.masters.flatMap((master) => master.client ?? []);
    destroy(client);
    for (const member of members) member.on('connect', () => destroy(member));
  };
  // As are those to members that a look for them finds, which had begun before.
  client.on('node-connect', () => isClosed && close());
  return { client, close };
}

type ClusterClient = ReturnType<typeof clusterClient>['client'];

/**
 * Tells of the trouble that a cluster's `client` has with its members: one that was reached and answers no ping halts the link. One
 * that it learns of and cannot reach is given up: who asks for its keys would wait until it can, and with them all who look for
 * members then. Another may have its place, which the client does not look for: then the link is halted, too.
 */
function hearMembers(client: ClusterClient, onError: OnLinkError): void {
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
          // What is asked of it fails at once until then, and what waits for it fills no memory.
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

/** Who can be asked what any server does, as to tell all: any that is there, for one may stand still; the client itself where none is. */
function anyMember(client: ClusterClient) {
  const ready = client.masters.filter((master) => master.client?.isReady);
  return ready[Math.floor(Math.random() * ready.length)]?.client ?? client;
}

/** A link to the cluster with members at `urls`; not connected yet. It connects to lost members itself; one that stands still halts it, garbage breaks it. */
export function clusterLink(urls: readonly string[], onError: OnLinkError): RedisLink {
  const { client, close } = clusterClient(urls);
  let lastFault: unknown;
  const hear: OnLinkError = (error, harm) => {
    lastFault = error;
    onError(error, harm);
  };
  hearMembers(client, hear);
  const mayBreakAtMs = performance.now() + lookAgainMs;
  const noteFault = (error: unknown): never => {
    if (error instanceof ClientOfflineError || error instanceof ClientClosedError)
      throw new Error(away, { cause: lastFault ?? error });
    // The client itself has no word for a key that no server has.
    if (!(error instanceof TypeError)) throw error;
    const fault = new Error(unowned, { cause: error });
    if (performance.now() > mayBreakAtMs) onError(fault, 'broken');
    throw fault;
  };
  const get = (key: string): Promise<Buffer | null> => client.get(key).catch(noteFault);
  return {
    connect: async () => {
      await client.connect();
      if (client.masters.length === 0) throw new Error(unowned);
    },
    isClustered: () => Promise.resolve(false),
    set: (key, value, ttlSeconds) => client.set(key, value, expiry(ttlSeconds)).catch(noteFault),
    get,
    // Keys lie on different servers: the client sends what goes to one of them together.
    getAll: (keys) => Promise.all(keys.map(get)),
    publish: (channel, message) => anyMember(client).publish(channel, message).catch(noteFault),
    keys: async function* (prefix) {
      for (const master of client.masters) yield* scan(await client.nodeClient(master), prefix);
    },
    close,
  };
}

/** After what is no reply, or one reply too many, later ones would be taken for answers to other questions. */
function isGarbage(error: unknown): boolean {
  return error instanceof TypeError || error instanceof RangeError || /RESP type/.test(String(error));
}
