/** Runs the service under clinic and load (traps, 'clinic'). Clinic reads its data when the service has ended, and leaves files behind. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { tell } from './command.ts';
import { endChild, whenReady } from './farm/child.ts';
import { keepFirstLog, watchLogs, watchPages } from './isolate-logs.ts';
import { listening, runLoad } from './subjects.ts';

const concurrency = 16;
/** A service starts ten times slower under bubbleprof. */
const startLimitMs = 300_000;
const root = join(import.meta.dirname, '..');

/** Which of clinic's tools, and for how long. */
export interface Profiling {
  readonly tool: string;
  readonly seconds: number;
}

function removeTraces(): void {
  for (const name of readdirSync(root)) if (/^node_trace\.\d+\.log$/.test(name)) rmSync(join(root, name));
}

function startClinic(tool: string, configFile: string): ChildProcess {
  removeTraces();
  const clinic = join(root, 'node_modules/clinic/bin.js');
  const service = [process.execPath, 'src/main.ts', '--config', configFile, '--port', '0'];
  return spawn(process.execPath, [clinic, tool, '--open=false', '--', ...service], {
    cwd: root,
    env: { ...process.env, NODE_OPTIONS: '', NO_INSIGHT: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true, // its own process group: see killGroup
  });
}

/** Kills what is left of clinic and its service: clinic does not end its service when it is ended itself. */
function killGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // The group is gone.
  }
}

/** Puts the service under load, ends it, waits for clinic's page, and returns the page's path. */
export async function profile({ tool, seconds }: Profiling, configFile: string, bodiesFile: string): Promise<string> {
  const clinic = startClinic(tool, configFile);
  const removeLogs = watchLogs(root);
  const removePages = watchPages(join(root, '.clinic'));
  let isWhole = false;
  process.once('exit', () => {
    killGroup(clinic);
    removeLogs();
    if (!isWhole) removePages();
  });
  let said = '';
  clinic.stdout!.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  try {
    const { pid, port } = await whenReady(
      clinic,
      { name: `the service under clinic ${tool}`, limitMs: startLimitMs },
      listening,
    );
    const url = `http://127.0.0.1:${port}/openrtb2/auction`;
    const limits = ['--concurrency', String(concurrency), '--seconds', String(seconds), '--timeout-ms', '60000'];
    const { answered, failed, ratePerSecond } = await runLoad(url, bodiesFile, limits);
    tell(`${answered} auctions answered, ${ratePerSecond.toFixed(0)}/s, ${failed} refused`);
    if (answered === 0) throw new Error('no auction was answered: there is nothing to look at');
    keepFirstLog(root, pid);
    process.kill(pid, 'SIGINT');
    tell('clinic reads what it collected…');
    await once(clinic, 'exit');
    const page = /(\.clinic\/\S+\.html)/.exec(said)?.[1];
    if (page === undefined) throw new Error(`clinic made no page: ${said.trim().split('\n').at(-1)}`);
    isWhole = true;
    return join(root, page);
  } finally {
    killGroup(clinic);
    await endChild(clinic);
  }
}
