/** Whether a port can be opened, and the fault that says why not. */
import { spawnSync } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import t from 'tap';
import { findFreePort } from '../../src/http/free-port.ts';
import { open } from './front.ts';
import { bareEnv } from '../support/run-script.ts';

const host = '127.0.0.1';

t.test('a free port is found and left free', async (t) => {
  const port = await findFreePort({ host, port: 0 });
  t.ok(port > 0);
  t.equal(await findFreePort({ host, port }), port, 'free again');
});

t.test('a port that another server holds is refused with the fix', async (t) => {
  const plain = createServer().listen(0, host);
  await new Promise((resolve) => plain.once('listening', resolve));
  t.teardown(() => plain.close());
  await t.rejects(
    findFreePort({ host, port: (plain.address() as AddressInfo).port }),
    /in use.*set another host or port/,
  );
  const { server } = await open(t, []);
  await t.rejects(findFreePort({ host, port: server.port }), /in use/);
  await t.rejects(findFreePort({ host: '192.0.2.1', port: 0 }), /not an address of this machine/);
});

t.test('a privileged port is refused with the fix where the process may not open it', async (t) => {
  const file = JSON.stringify(join(import.meta.dirname, '../../src/http/free-port.ts'));
  const tell =
    "({ findFreePort }) => findFreePort({ host: '127.0.0.1', port: 80 }).catch(({ message }) => console.log(message))";
  const node = [process.execPath, '-e', `import(${file}).then(${tell})`];
  // Root gives up the right to open privileged ports.
  const without = ['setpriv', '--bounding-set=-net_bind_service', '--inh-caps=-net_bind_service'];
  const [command, ...args] = process.getuid?.() === 0 ? [...without, ...node] : node;
  t.match(
    spawnSync(command!, args, { env: bareEnv }).stdout.toString(),
    /permission denied; set a port of 1024 or more/,
  );
});
