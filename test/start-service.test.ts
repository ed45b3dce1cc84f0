/** A process on port 0: the addresses that it gives out name the port that it got. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { startProcess } from './support/process.ts';

t.test('sync and cache addresses', async (t) => {
  const dir = mkdtempSync(join(tmpdir(), 'gavel-port-'));
  const file = join(dir, 'service.yaml');
  const sync = '{redirect: {url: "https://image.example/?r={{.RedirectURL}}", userMacro: $UID}}';
  writeFileSync(
    file,
    `host: 127.0.0.1
port: 0
processes: 1
workers: 0
privacy: {gdpr: {defaultScope: false}}
bidders: {bidderA: {endpoint: "http://127.0.0.1:1/", userSync: ${sync}}}
`,
  );
  const service = startProcess(['--config', file]);
  t.teardown(async () => {
    service.child.kill('SIGKILL');
    await service.ended();
    rmSync(dir, { recursive: true });
  });
  const port = await service.listening();
  const answer = await fetch(`http://127.0.0.1:${port}/cookie_sync`, { method: 'POST', body: '{}' });
  const { bidder_status } = (await answer.json()) as { bidder_status: { usersync: { url: string } }[] };
  t.match(bidder_status[0]?.usersync.url, encodeURIComponent(`http://localhost:${port}/setuid?bidder=bidderA`));
});
