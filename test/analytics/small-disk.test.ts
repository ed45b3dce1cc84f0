/** A disk that fills up during a write: each event is in the file or counted as dropped. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import t from 'tap';
import { testFolder } from '../support/folder.ts';
import { unshareSkip } from '../support/skip.ts';

const dir = testFolder(t);

/** Runs a command with a private disk that has room for only some of the events. */
const onSmallDisk = (command: string): string[] => [
  '-rm',
  'sh',
  '-c',
  `mount -t tmpfs -o size=64k none ${dir} && ${command}`,
];

const events = 300;

const script = `
  import { readFileSync } from 'node:fs';
  import { FileModule } from '${join(import.meta.dirname, '../../src/analytics/file-module.ts')}';
  const path = '${join(dir, 'events.ndjson')}';
  const module = new FileModule({ path, maxBytes: 1e9, keep: 1 }, () => undefined);
  for (let n = 0; n < ${events}; n++) module.take(Buffer.from(JSON.stringify({ n, text: 'x'.repeat(500) }) + '\\n'));
  await module.close();
  const whole = readFileSync(path, 'utf8').split('\\n').filter((line) => line.endsWith('}')).length;
  console.log(JSON.stringify({ whole, dropped: module.dropped }));
`;

t.test(
  'each event is either a whole line on the disk or counted as dropped',
  { skip: unshareSkip(onSmallDisk('true')) },
  async (t) => {
    const node = `exec "${process.execPath}" --input-type=module -e "$SCRIPT"`;
    const env = { ...process.env, NODE_OPTIONS: '', SCRIPT: script };
    const { stdout, stderr } = spawnSync('unshare', onSmallDisk(node), { env, encoding: 'utf8' });
    const { whole, dropped } = JSON.parse(stdout || 'null') as { whole: number; dropped: number };
    t.ok(whole > 0 && dropped > 0, `${stdout}${stderr}`);
    t.equal(whole + dropped, events);
  },
);
