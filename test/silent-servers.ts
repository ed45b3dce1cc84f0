/**
 * Run by server-lookup.test in a network whose name server never answers: a client of a server of the host's own, named by the first
 * argument, tries to connect for a while; then says whether names of other hosts can still be looked up.
 */
import { createSocket } from 'node:dgram';
import { lookup } from 'node:dns';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { httpStore } from '../src/stored/http-store.ts';
import { mysqlStore } from '../src/stored/mysql-store.ts';
import { postgresStore } from '../src/stored/postgres-store.ts';
import { fetchText } from '../src/stored/read-bounded.ts';
import { redisStore } from '../src/stored/redis-store.ts';
import type { Store } from '../src/stored/store.ts';

const limits = { connections: 4, giveUpMs: 1000 };
const asking: { readonly [kind: string]: () => (id: string) => Promise<unknown> } = {
  http: () => askStore(httpStore('http://silent.example/', limits)),
  mysql: () => askStore(mysqlStore('mysql://gavel@silent.example/gavel', limits)),
  postgres: () => askStore(postgresStore('postgres://gavel@silent.example/gavel', limits)),
  redis: () => askStore(redisStore('redis://silent.example')),
  rates: () => () => fetchText('http://silent.example/', { maxBytes: 1000, timeoutMs: 300 }),
};

function askStore(store: Store): (id: string) => Promise<unknown> {
  store.watch?.(() => undefined);
  return (id) => store.fetch([{ kind: 'imps', id }]);
}

await once(createSocket('udp4').bind(53, '127.0.0.1'), 'listening');
const ask = asking[process.argv[2]!]!();
for (let ms = 0; ms < 6000; ms += 500) {
  ask(String(ms)).catch(() => undefined);
  await sleep(500);
}
lookup('localhost', () => process.stdout.write('found '));
