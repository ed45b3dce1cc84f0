/** The logs of V8 that a flame graph is drawn from (issue 6, item 4): each thread of the service writes one of its own. */
import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Of the logs of `pid` in `dir` only that of its main thread stays, which was begun first: clinic draws whichever it finds. */
export function keepFirstLog(dir: string, pid: number): void {
  const logs = readdirSync(dir).filter((name) => name.startsWith('isolate-') && name.endsWith(`-${pid}-v8.log`));
  const paths = logs.map((name) => join(dir, name));
  const oldestFirst = paths.toSorted((a, b) => statSync(a).birthtimeMs - statSync(b).birthtimeMs);
  for (const path of oldestFirst.slice(1)) rmSync(path);
}
