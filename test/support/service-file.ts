/** Configuration files for services that a test starts as processes. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { testFolder, type Ending } from './folder.ts';

/** The least configuration that serves; without threads, as these would double the time to start. */
export const leastText =
  'host: 127.0.0.1\nport: 0\nworkers: 0\nbidders: {bidderA: {endpoint: "http://127.0.0.1:9/bid"}}\nprivacy: {gdpr: {defaultScope: false}}\n';

/** A file of this text in a folder of its own, removed with the test. */
export function serviceFile(t: Ending, text = leastText): string {
  const file = join(testFolder(t), 'service.yaml');
  writeFileSync(file, text);
  return file;
}
