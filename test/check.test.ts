/** The parts of `npm run check` succeed (interface, 'Commands'): types, lint, format. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';

const root = join(import.meta.dirname, '..');
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: { check: string } };

// Without NODE_OPTIONS, whose hooks of tap end these tools.
const bare = 'unset NODE_OPTIONS; PATH="node_modules/.bin:$PATH";';

for (const command of scripts.check.split(' && ')) {
  t.test(command, async (t) => {
    const { status, stdout, stderr } = spawnSync('sh', ['-c', `${bare} ${command}`], { cwd: root, encoding: 'utf8' });
    t.equal(status, 0, `${stdout}${stderr}`.trim());
  });
}
