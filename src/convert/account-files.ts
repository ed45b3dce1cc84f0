/** Finds the files that hold an old server's accounts: a single one, or those of a folder. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** The files that hold accounts. */
export interface AccountFiles {
  readonly names: readonly string[];
  /** True for files of a folder, where both servers find an account by its file name. */
  readonly areNamedById: boolean;
}

/** The maximum number of files: more accounts than anybody keeps in files. */
const mostAccounts = 100_000;

/** The account files at `path`, sorted by name: `path` itself if it is a file, else the files in it or in its subfolder `accounts`. */
export async function accountFiles(path: string): Promise<AccountFiles | { readonly faults: readonly string[] }> {
  for (const folder of [path, join(path, 'accounts')]) {
    try {
      const names = (await readdir(folder)).filter((name) => /\.(?:json|ya?ml)$/.test(name) && !name.startsWith('.'));
      if (names.length > mostAccounts)
        return { faults: [`--accounts ${folder} holds more than ${mostAccounts} files: convert them in parts`] };
      if (names.length > 0) return { names: names.toSorted().map((name) => join(folder, name)), areNamedById: true };
    } catch (error) {
      if (folder === path && (error as NodeJS.ErrnoException).code === 'ENOTDIR')
        return { names: [path], areNamedById: false };
      if (folder === path)
        return {
          faults: [
            `--accounts ${path} cannot be read (${(error as NodeJS.ErrnoException).code}): name a file or a folder of accounts`,
          ],
        };
    }
  }
  return { faults: [`--accounts ${path} holds no accounts: name a folder of ID.json, or a file`] };
}
