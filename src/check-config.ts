/** Answers `--check`: could the service start with a configuration? Opens nothing that it names (interface, 'Commands'). */
import { readConfigFile } from './config-file.ts';
import { allDoubts, soundConfig, type ProcessParts } from './start-service.ts';

/** What hinders a start with the file of that name, or else what of it is hardly meant; a sentence each. Never rejects. */
export async function checkConfig(
  configFile: string | undefined,
  parts: Pick<ProcessParts, 'env' | 'flags'>,
): Promise<{ readonly doubts: readonly string[] } | { readonly faults: readonly string[] }> {
  if (configFile === undefined)
    return { faults: ['--check needs a configuration to check: --config service.yaml --check'] };
  const read = readConfigFile(configFile);
  const sound = 'faults' in read ? read : await soundConfig(read.file, parts);
  if ('faults' in sound) return sound;
  return { doubts: allDoubts(sound) };
}
