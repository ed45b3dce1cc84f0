/** Opens the admin port (interface, 'Endpoints'): in the primary or in a single process, for all processes of the service. */
import type { Channel } from './cluster/channel.ts';
import { tellCaptures } from './cluster/captures.ts';
import { tellStored } from './cluster/stored.ts';
import { adminRoutes, type AdminParts } from './http/admin-routes.ts';
import { startAdmin, type AdminServer } from './http/admin-server.ts';
import { bugLog } from './observe/bug-log.ts';
import type { Log } from './observe/log.ts';
import { Gathering } from './observe/metrics/gathering.ts';

/** How long a process may take to answer, in milliseconds. */
const answerMs = 2000;

/** What the admin port tells of: the processes on `channel`, and how many have died. */
export interface Administered {
  readonly channel: Channel;
  readonly log: Log;
  readonly deaths?: () => number;
}

/** Opens the admin port at `place`. Rejects with an Error that names `admin.port`. */
export function openAdmin(
  place: { readonly host: string; readonly port: number },
  { channel, log, deaths }: Administered,
): Promise<AdminServer> {
  const gathering = new Gathering(deaths);
  channel.hear('lastMetrics', (last) => gathering.noteLast(last));
  const parts: AdminParts = {
    metrics: () => gathering.text(channel.ask('metrics', answerMs), () => channel.pids()),
    // Every process reads the same sources, so one answer is enough.
    rates: async () => (await channel.ask('rates', answerMs))[0] ?? [],
    stored: tellStored(channel),
    captures: tellCaptures(channel, answerMs),
  };
  return startAdmin({ ...place, onBug: bugLog(log) }, adminRoutes(parts));
}
