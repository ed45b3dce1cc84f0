/** A floors provider's host that does not answer must not hold up the fetches from other hosts. */
import { createServer } from 'node:http';
import t from 'tap';
import { FloorProviders } from '../../src/stored/floor-providers.ts';
import { muteLog } from './mute-log.ts';
import { listening } from '../support/listening.ts';
import { startTextServer } from '../support/text-server.ts';
import { until } from '../support/until.ts';

const floors = JSON.stringify({ modelGroups: [{ schema: { fields: ['size'] }, values: { '*': 1 } }] });

t.test('a host that does not answer is tried with one address at a time, at growing intervals', async (t) => {
  let isAway = true;
  const away = createServer((_, response) => void (isAway || response.end(floors)));
  const { url } = await startTextServer(t, { text: floors });
  const clock = { ms: 0 };
  const settings = { providerHosts: ['127.0.0.1', 'localhost'] };
  const providers = new FloorProviders(settings, muteLog, { nowMs: () => clock.ms });
  const port = await listening(t, away);
  const fetches = Array.from({ length: 30 }, (_, at) => ({ url: `http://localhost:${port}/${at}`, timeoutMs: 100 }));
  const askAll = (): void => void fetches.forEach(providers.of);
  askAll();
  t.ok(await until(() => providers.counts.failed === 8));
  askAll();
  providers.of({ url });
  t.ok(await until(() => providers.counts.ok === 1));
  t.equal(providers.counts.failed, 8, 'other hosts are fetched from');
  for (const [after, failed] of [
    [5000, 9],
    [10_000, 10],
    [20_000, 11],
    [40_000, 12],
    [60_000, 13],
  ] as const) {
    clock.ms += after - 1;
    askAll();
    clock.ms += 1;
    askAll();
    t.ok(await until(() => providers.counts.failed === failed), `tried again after ${after} ms`);
  }
  isAway = false;
  clock.ms += 60_000;
  const patient = fetches.map((fetch) => ({ ...fetch, timeoutMs: 5000 }));
  patient.forEach(providers.of);
  t.ok(await until(() => providers.counts.ok === 2));
  patient.forEach(providers.of);
  t.ok(await until(() => providers.counts.ok === 10), 'eight at once when the host is back');
  t.equal(providers.counts.failed, 13);
});
