/** The logs from which clinic draws its pages (issue 6, item 4). V8 and Node write them into the service's folder. */
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

const logs = /^(?:isolate-\w+-\d+-\d+-v8|node_trace\.\d+)\.log$/;

/** Returns a function that removes the logs created in `dir` since this call. Clinic removes its own unless it is interrupted. */
export function watchLogs(dir: string): () => void {
  const others = new Set(readdirSync(dir));
  return () => {
    for (const name of readdirSync(dir)) if (logs.test(name) && !others.has(name)) rmSync(join(dir, name));
  };
}

const collected = /^\d+\.clinic-/;

/** Returns a function that removes what clinic has begun in `dir` since this call: if interrupted, clinic leaves it unfinished. */
export function watchPages(dir: string): () => void {
  const namesNow = (): string[] => (existsSync(dir) ? readdirSync(dir) : []);
  const others = new Set(namesNow());
  return () => {
    for (const name of namesNow())
      if (collected.test(name) && !others.has(name)) rmSync(join(dir, name), { recursive: true, force: true });
  };
}

/** Keeps only the main thread's log of `pid` in `dir`, which was created first, because clinic draws whichever log it finds. */
export function keepFirstLog(dir: string, pid: number): void {
  const names = readdirSync(dir).filter((name) => name.startsWith('isolate-') && name.endsWith(`-${pid}-v8.log`));
  const paths = names.map((name) => join(dir, name));
  const oldestFirst = paths.toSorted((a, b) => statSync(a).birthtimeMs - statSync(b).birthtimeMs);
  for (const path of oldestFirst.slice(1)) rmSync(path);
}
