/** The logs that clinic draws its pages from (issue 6, item 4), which V8 and Node write into the service's folder. */
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

const logs = /^(?:isolate-\w+-\d+-\d+-v8|node_trace\.\d+)\.log$/;

/** Gives a function that removes the logs which have come to `dir` since: clinic takes its own away, unless it is interrupted. */
export function watchLogs(dir: string): () => void {
  const others = new Set(readdirSync(dir));
  return () => {
    for (const name of readdirSync(dir)) if (logs.test(name) && !others.has(name)) rmSync(join(dir, name));
  };
}

const collected = /^\d+\.clinic-/;

/** Gives a function that removes what clinic has begun in `dir` since: it ends nothing that is interrupted, and leaves it there. */
export function watchPages(dir: string): () => void {
  const namesNow = (): string[] => (existsSync(dir) ? readdirSync(dir) : []);
  const others = new Set(namesNow());
  return () => {
    for (const name of namesNow())
      if (collected.test(name) && !others.has(name)) rmSync(join(dir, name), { recursive: true, force: true });
  };
}

/** Of the logs of `pid` in `dir` only that of its main thread stays, which was begun first: clinic draws whichever it finds. */
export function keepFirstLog(dir: string, pid: number): void {
  const logs = readdirSync(dir).filter((name) => name.startsWith('isolate-') && name.endsWith(`-${pid}-v8.log`));
  const paths = logs.map((name) => join(dir, name));
  const oldestFirst = paths.toSorted((a, b) => statSync(a).birthtimeMs - statSync(b).birthtimeMs);
  for (const path of oldestFirst.slice(1)) rmSync(path);
}
