/** Signals to a running service and to one that starts (interface, 'Commands'). */
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { postAuction } from './support/auction.ts';
import { testFolder } from './support/folder.ts';
import { install } from './support/install.ts';
import { changedStatus, startProcess } from './support/process.ts';
import { leastText, serviceFile } from './support/service-file.ts';

t.test('a service serves, drains on SIGTERM and ends with status 0', async (t) => {
  const service = startProcess(t, ['--config', serviceFile(t), '--set', 'workers=auto', '--set', 'drainDelayMs=1500'], {
    env: { SVC__NAMESPACE: 'prebid' },
  });
  const url = `http://127.0.0.1:${await service.listening()}`;
  t.match(service.output.stdout, /^[^\n]*"version":"\d[^\n]*"msg":"starting"/, 'the first line says so');
  t.equal((await fetch(`${url}/status`)).status, 204);
  t.match(await (await fetch(`${url}/version`)).json(), { version: /^\d/, revision: String });
  const refused = await postAuction(url, '{"id":"r","imp":[]}');
  t.equal(refused.status, 400);
  service.child.kill('SIGTERM');
  const draining = await changedStatus(url);
  t.equal(draining.status, 503);
  t.equal(draining.headers.get('connection'), 'close');
  t.equal(await service.ended(), 0);
  await t.rejects(fetch(`${url}/status`), 'the port is closed');
});

t.test('a SIGHUP while the configuration is read causes a reload after the start', async (t) => {
  const file = join(testFolder(t), 'service.yaml');
  spawnSync('mkfifo', [file]);
  const service = startProcess(t, ['--config', file]);
  // The pipe opens for writing once the service has opened it for reading.
  const pipe = await open(file, 'w');
  service.child.kill('SIGHUP');
  rmSync(file);
  writeFileSync(file, leastText);
  await pipe.writeFile(leastText);
  await pipe.close();
  t.ok(await service.listening());
  await service.said(/"msg":"restarted"/);
  service.child.kill('SIGTERM');
  t.equal(await service.ended(), 0);
});

t.test('a SIGHUP while the code is read causes a reload after the start', async (t) => {
  const installed = install(t);
  const help = join(installed, 'src/config/help.ts');
  const text = readFileSync(help);
  rmSync(help);
  spawnSync('mkfifo', [help]);
  const service = startProcess(t, ['--config', serviceFile(t)], { installed });
  // As above, with a file of the service's code.
  const pipe = await open(help, 'w');
  service.child.kill('SIGHUP');
  await pipe.writeFile(text);
  rmSync(help);
  writeFileSync(help, text);
  await pipe.close();
  t.ok(await service.listening());
  await service.said(/"msg":"restarted"/);
  service.child.kill('SIGTERM');
  t.equal(await service.ended(), 0);
});
