/** Runs the project's commands as processes, as a user does. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { ofTest } from './end-with-us.ts';
import type { Ending } from './folder.ts';

/** The environment of a process that a test starts: without NODE_OPTIONS, by which tap would load its hooks there. */
export const bareEnv = { ...process.env, NODE_OPTIONS: '' };

/** How a process ended, and all that it wrote. */
export interface Ran {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the file `script` with `args` until it ends, or the test does. */
export async function runScript(
  t: Ending,
  [script, ...args]: readonly [script: string, ...args: string[]],
  env: NodeJS.ProcessEnv = bareEnv,
): Promise<Ran> {
  const child = ofTest(t, spawn(process.execPath, [script, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] }));
  const [stdout, stderr, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { status: status as number | null, stdout, stderr };
}
