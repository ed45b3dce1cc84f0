/** Picks the uWebSockets.js binary that loads on this machine, trying the latest first (house, 'Dependencies'). */
import { createRequire } from 'node:module';
import { env } from 'node:process';
import type { Wire } from './wire.ts';

/** The aliases in package.json. */
const packages = ['uWebSockets.js-latest', 'uWebSockets.js'] as const;
/** What they need, the first alias's requirements first. */
const needs = 'Node 22, 24 or 26 with glibc 2.38 or later, or Node 22 with glibc 2.27 or later';

/**
 * Longest request line and headers. The library's default of 4096 bytes is too short for a 4000-byte `uids` cookie, or for an AMP query
 * with two consent strings.
 */
const maxHeadBytes = 32_768;

/** Loads the first of `names` that has a binary for this machine. Throws an Error that says what is needed and what was found. */
export function loadUws(names: readonly string[] = packages): Wire {
  // The library takes this setting only from the environment; nothing is read from there here.
  env['UWS_HTTP_MAX_HEADERS_SIZE'] = String(maxHeadBytes);
  const require = createRequire(import.meta.url);
  const causes: string[] = [];
  for (const name of names) {
    try {
      return require(name) as Wire;
    } catch (error) {
      causes.push(`${name}: ${lastLine(error)}`);
    }
  }
  throw new Error(
    `No uWebSockets.js binary loads here: it needs ${needs}, on Linux or macOS, x64 or arm64, or on Windows, x64; ` +
      `found ${describeMachine()}. ${fixFor(causes)}.\n${causes.join('\n')}`,
  );
}

/** The fix to suggest. The binaries are separate packages, which npm silently omits when it cannot install them. */
function fixFor(causes: readonly string[]): string {
  const absent = causes.map((cause) => /'(@uwsjs\/[^']+)'/.exec(cause)?.[1]).find((name) => name !== undefined);
  if (absent === undefined || !hasBinary()) {
    return 'Install such a Node (for example with the official node:22 image, not alpine), then run npm ci again';
  }
  return `npm has not installed ${absent}: run npm ci on this machine, without --omit=optional, using a registry that has it`;
}

/** Whether a binary for this machine exists. */
function hasBinary(): boolean {
  const { platform, arch, version } = process;
  if (!/^v(?:22|24|26)\./.test(version)) return false;
  if (platform === 'win32') return arch === 'x64';
  return /^(?:x64|arm64)$/.test(arch) && (platform !== 'linux' || glibcVersion() !== undefined);
}

/**
 * The telling line of an error: the library's own errors end with the loader's reason, but a missing module's ends with a list of callers.
 */
function lastLine(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  const lines = text
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('- ') && line !== 'Require stack:');
  return lines.at(-1) ?? text;
}

function glibcVersion(): string | undefined {
  const report = process.report.getReport() as { header?: { glibcVersionRuntime?: string } };
  return report.header?.glibcVersionRuntime;
}

function describeMachine(): string {
  const glibc = glibcVersion();
  const libc = glibc === undefined ? 'no glibc' : `glibc ${glibc}`;
  return `Node ${process.version} with ${libc} on ${process.platform} ${process.arch}`;
}
