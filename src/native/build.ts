/**
 * Builds the addon when the package is installed (package.json's `install`), by one call of the C++ compiler with the sources and headers
 * that npm installed. A failure prints one loud line but is no error: the JavaScript envelope is used instead.
 */

import { spawn } from 'node:child_process';
import { mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { addonPath } from './addon-path.ts';

const buildTimeoutMs = 300_000;
const progressMs = 2_000;
const maxErrorLength = 400;

const here = import.meta.dirname;
const require = createRequire(import.meta.url);
const output = join(here, addonPath);

try {
  await build();
} catch (error) {
  // An addon built from older sources must not be used instead.
  rmSync(output, { force: true });
  const reason = error instanceof Error ? error.message : String(error);
  say(`WARNING: no native envelope, the slower JavaScript one will be used: ${reason}`);
}

async function build(): Promise<void> {
  const simdjson = dirname(require.resolve('simdjson/package.json'));
  const headers = join(dirname(require.resolve('node-api-headers/package.json')), 'include');
  const ourFiles = ['envelope.cc', 'leaves.cc', 'leaves.h', 'build.ts'].map((name) => join(here, name));
  if (isNewest(output, [...ourFiles, join(simdjson, 'package.json')])) {
    say('the native envelope is up to date');
    return;
  }
  mkdirSync(dirname(output), { recursive: true });
  const temporary = `${output}.${process.pid}.tmp.node`;
  const sources = [join(here, 'envelope.cc'), join(here, 'leaves.cc'), join(simdjson, 'src', 'simdjson.cpp')];
  try {
    await compile([...flags(), `-I${join(simdjson, 'src')}`, `-I${headers}`, ...sources, '-o', temporary]);
    // It must load here before it may be used.
    require(temporary);
    renameSync(temporary, output);
  } finally {
    rmSync(temporary, { force: true });
  }
}

function flags(): string[] {
  const shared = [
    '-O3',
    '-std=c++17',
    '-shared',
    '-fPIC',
    '-fvisibility=hidden',
    '-fno-exceptions',
    '-fno-rtti',
    '-DNDEBUG',
  ];
  // The process that loads the addon provides the symbols of Node-API.
  return process.platform === 'darwin' ? [...shared, '-undefined', 'dynamic_lookup'] : shared;
}

/** Runs $CXX if it is set, else the first of the usual compilers that exists. */
async function compile(parameters: readonly string[]): Promise<void> {
  const chosen = process.env['CXX']?.trim();
  const compilers = chosen ? [chosen] : ['c++', 'g++', 'clang++'];
  for (const compiler of compilers) {
    const [program = '', ...first] = compiler.split(/\s+/);
    say(`building the native envelope with ${program}, about ten seconds ...`);
    const startMs = Date.now();
    if (!(await run(program, [...first, ...parameters]))) continue;
    say(`built the native envelope in ${((Date.now() - startMs) / 1000).toFixed(1)} s`);
    return;
  }
  const tried = compilers.join(', ');
  const fix = 'install one (e.g. `apt-get install g++`), then run `node src/native/build.ts`';
  throw new Error(`there is no C++ compiler (tried ${tried}): ${fix}`);
}

/** Runs the compiler, printing progress. False when there is no such program. */
function run(program: string, parameters: readonly string[]): Promise<boolean> {
  const { promise, resolve, reject } = Promise.withResolvers<boolean>();
  const child = spawn(program, parameters, {
    stdio: ['ignore', 'ignore', 'pipe'],
    signal: AbortSignal.timeout(buildTimeoutMs),
  });
  const startMs = Date.now();
  const progress = setInterval(() => say(`... ${Math.round((Date.now() - startMs) / 1000)} s`), progressMs);
  let errorOutput = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    if (errorOutput.length < maxErrorLength) errorOutput += text;
  });
  child.on('error', (error: NodeJS.ErrnoException) => (error.code === 'ENOENT' ? resolve(false) : reject(error)));
  child.on('close', (code, signal) => {
    if (code === 0) resolve(true);
    else
      reject(
        new Error(
          `${program} ended with ${signal ?? `status ${code}`}: ${errorOutput.slice(0, maxErrorLength).trim()}`,
        ),
      );
  });
  return promise.finally(() => clearInterval(progress));
}

/** Whether the file exists and is newer than all the others. */
function isNewest(file: string, others: readonly string[]): boolean {
  const builtMs = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return others.every((other) => statSync(other).mtimeMs < builtMs);
}

function say(line: string): void {
  process.stdout.write(`gavel: ${line}\n`);
}
