/** A configuration file is read as it stands, or refused with a sentence that says why (interface, 'Commands'). */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { readConfigFile } from '../src/config-file.ts';
import { testFolder } from './support/folder.ts';

const text = 'stored:\n  url: "postgres://gavel:pässwort@db.example/gavel"\n';

t.test('a file in UTF-8, with a byte order mark too, is read as it stands', async (t) => {
  const name = join(testFolder(t), 'service.yaml');
  for (const written of [text, `\ufeff${text}`, '']) {
    writeFileSync(name, written);
    t.strictSame(readConfigFile(name), { file: { name, text: written } });
  }
});

t.test('one in another encoding is refused: a password would be another', async (t) => {
  const name = join(testFolder(t), 'service.yaml');
  const encodings = [
    ['latin1', 2],
    ['utf16le', 1],
  ] as const;
  for (const [encoding, line] of encodings) {
    writeFileSync(name, `${encoding === 'utf16le' ? '\ufeff' : ''}${text}`, encoding);
    const fault = `--config ${name} is not UTF-8: encode it as UTF-8 (${name} line ${line})`;
    t.strictSame(readConfigFile(name), { faults: [fault] }, encoding);
  }
});

t.test('one that cannot be read is told with the reason', async (t) => {
  const name = testFolder(t);
  const fault = `--config ${name} cannot be read (EISDIR): name a YAML file that this user may read`;
  t.strictSame(readConfigFile(name), { faults: [fault] });
});
