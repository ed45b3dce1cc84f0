/** Writes whole files: who reads one meanwhile sees the old text or the new one, never a part. */
import { randomUUID } from 'node:crypto';
import { rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Puts `text` into the file `path`. Rejects with the system's error when it cannot; then the file is as it was, and nothing of the text stays beside it. */
export async function replaceFile(path: string, text: string | Uint8Array): Promise<void> {
  const begun = join(dirname(path), `.${randomUUID()}`);
  try {
    await writeFile(begun, text);
    await rename(begun, path);
  } catch (error) {
    // What a full disk took of it would fill it for good.
    await rm(begun, { force: true });
    throw error;
  }
}
