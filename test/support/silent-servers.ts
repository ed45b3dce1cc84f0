/**
 * Run by server-lookup.test in a network whose name server never answers: a client of a server of the host's own, named by the first
 * argument, tries to connect for a while; then says whether names of other hosts can still be looked up.
 */
import { createSocket } from 'node:dgram';
import { lookup } from 'node:dns';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { httpStore } from '../../src/stored/http-store.ts';
import { mysqlStore } from '../../src/stored/mysql-store.ts';
import { postgresStore } from '../../src/stored/postgres-store.ts';
import { redisStore } from '../../src/stored/redis-store.ts';
import type { Store } from '../../src/stored/store.ts';

const limits = { connections: 4, giveUpMs: 1000 };
const stores: { readonly [kind: string]: () => Store } = {
  http: () => httpStore('http://silent.example/', limits),
  mysql: () => mysqlStore('mysql://gavel@silent.example/gavel', limits),
  postgres: () => postgresStore('postgres://gavel@silent.example/gavel', limits),
  redis: () => redisStore('redis://silent.example'),
};

await once(createSocket('udp4').bind(53, '127.0.0.1'), 'listening');
const store = stores[process.argv[2]!]!();
store.watch?.(() => undefined);
for (let ms = 0; ms < 6000; ms += 500) {
  store.fetch([{ kind: 'imps', id: String(ms) }]).catch(() => undefined);
  await sleep(500);
}
lookup('localhost', () => process.stdout.write('found '));
