/** Installs the service beside this checkout, so that a test may change its code. */
import { cpSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { testFolder, type Ending } from './folder.ts';

const root = join(import.meta.dirname, '../..');

/** Copies what the service needs to run into a folder that is removed with the test; gives its path. */
export function install(t: Ending): string {
  const installed = testFolder(t);
  for (const part of ['package.json', 'src', 'workers'])
    cpSync(join(root, part), join(installed, part), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(installed, 'node_modules'));
  return installed;
}
