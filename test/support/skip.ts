/** What tests need beside Node, and the reasons for skipping them without it. */
import { spawnSync } from 'node:child_process';
import { networkInterfaces } from 'node:os';

/** An environment whose path has /usr/sbin, where Debian keeps servers and only root looks. */
export const serverPath = { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin` };

/** Whether a command is installed: `probe` is an argument that makes it print something and end. */
export function isInstalled(command: string, probe: string): boolean {
  return spawnSync(command, [probe], { env: serverPath }).error === undefined;
}

/**
 * What tap's `skip` is for tests that need `name`: false where it is there, else how to install its Debian package.
 * With CI=true nothing is skipped: there a missing one is a failure.
 */
export function skipWithout(name: string, isThere: boolean, debian = name): string | false {
  return isThere || process.env['CI'] === 'true'
    ? false
    : `skipped: install ${name} (for example apt-get install ${debian})`;
}

/** What tap's `skip` is for tests in namespaces of their own: false where `unshare` may be called so, else what it `needs`, which not every CI gives. */
export function unshareSkip(args: readonly string[], needs = 'root'): string | false {
  return spawnSync('unshare', args).status === 0 ? false : `skipped: unshare ${args[0]} needs ${needs}`;
}

/** What tap's `skip` is for tests that listen at `::1`, which not every CI has. */
export const ipv6Skip: string | false = Object.values(networkInterfaces())
  .flat()
  .some((one) => one?.address === '::1')
  ? false
  : 'skipped: this machine has no address ::1';
