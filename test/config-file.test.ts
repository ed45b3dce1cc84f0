/** A configuration file is read unchanged, or refused with the reason (interface, 'Commands'). */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { readConfigFile } from '../src/config-file.ts';
import { testFolder } from './support/folder.ts';

const text = 'stored:\n  url: "postgres://gavel:pässwort@db.example/gavel"\n';

t.test('a file in UTF-8, with or without a byte order mark, is read unchanged', async (t) => {
  const name = join(testFolder(t), 'service.yaml');
  for (const written of [text, `\ufeff${text}`, '']) {
    writeFileSync(name, written);
    t.strictSame(readConfigFile(name), { file: { name, text: written } });
  }
});

t.test('a file in another encoding is refused, as it could change a password', async (t) => {
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

t.test('a file that cannot be read is refused with the reason', async (t) => {
  const name = testFolder(t);
  const fault = `--config ${name} cannot be read (EISDIR): name a YAML file that this user may read`;
  t.strictSame(readConfigFile(name), { faults: [fault] });
});
