/** A real Redis cluster over TLS: every member is reached, also a replica that takes over (interface, `stored`, `cache`: rediss). */
import { readFileSync } from 'node:fs';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import t from 'tap';
import { writeCertificate } from '../../bench/farm/certificate.ts';
import { reasonOf } from '../../src/error-text.ts';
import { RedisClient } from '../../src/redis/client.ts';
import { closedWith } from '../support/closed-with.ts';
import { redisSkip, startRedisCluster, startReplica } from '../support/redis.ts';
import { until } from '../support/until.ts';

// Three keys of three members.
const keys = ['foo', 'bar', 'hello'];

t.test(
  'a replica that takes over is reached over TLS, and an untrusted certificate is reported',
  { skip: redisSkip },
  async (t) => {
    const files = writeCertificate();
    const trusted = getCACertificates('default');
    setDefaultCACertificates([...trusted, readFileSync(files.certificateFile, 'utf8')]);
    t.teardown(() => setDefaultCACertificates(trusted));
    const cluster = await startRedisCluster(t, files);
    await startReplica(t, cluster);
    const client = closedWith(t, new RedisClient(cluster.url));
    const holds = async (value: string): Promise<boolean> => {
      try {
        for (const key of keys) await client.connected().set(key, Buffer.from(value), 0);
        return (await client.connected().getAll(keys)).every((one) => String(one) === value);
      } catch {
        return false;
      }
    };
    t.ok(await until(() => holds('before')));
    cluster.freeze(0);
    t.ok((await until(() => holds('after'))) || (await until(() => holds('after'))), 'the replica is asked');

    setDefaultCACertificates(trusted);
    const stranger = closedWith(t, new RedisClient(cluster.url));
    const reason = (): string => {
      try {
        return String(stranger.connected());
      } catch (error) {
        return reasonOf(error);
      }
    };
    t.ok(await until(() => /self-signed certificate/.test(reason())), 'an untrusted certificate is the reason given');
  },
);
