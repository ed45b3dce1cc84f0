/** Writes files atomically: a reader sees the old text or the new one, never a part. */
import { randomUUID } from 'node:crypto';
import { rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Writes `text` to the file `path`. Rejects with the system's error; then the file is as it was, and no partial copy remains. */
export async function replaceFile(path: string, text: string | Uint8Array): Promise<void> {
  const partial = join(dirname(path), `.${randomUUID()}`);
  try {
    await writeFile(partial, text);
    await rename(partial, path);
  } catch (error) {
    // A partial copy would keep a full disk full.
    await rm(partial, { force: true });
    throw error;
  }
}
