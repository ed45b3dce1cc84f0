/**
 * Reads from Linux's /proc the CPU time and resident memory of a server process, alone or with its forked children.
 */
import { readFileSync } from 'node:fs';

/** CPU time in microseconds, user and system, since the process began: of all threads, and of the main one. */
export interface CpuUs {
  readonly process: number;
  readonly mainThread: number;
}

/** Resident memory in bytes, now and at its highest. */
export interface MemoryBytes {
  readonly resident: number;
  readonly peak: number;
}

/** Bytes in MiB, the unit of memory that the benchmarks print. */
export function mebibytes(bytes: number): number {
  return bytes / 1_048_576;
}

// Linux reports times in hundredths of a second, whatever its own tick is.
const tickUs = 10_000;

/** The text of a file below /proc; throws an Error that says why it may be missing. */
function readProc(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new Error(`${path} cannot be read: the process that is measured has ended, or this is no Linux`, {
      cause: error,
    });
  }
}

function readTicks(path: string): number {
  const stat = readProc(path);
  // The process name may contain spaces: count from the closing parenthesis.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return Number(fields[11]) + Number(fields[12]);
}

/** Reads a running process's CPU time; throws if the process is gone or this is not Linux. */
export function readCpu(pid: number): CpuUs {
  return {
    process: readTicks(`/proc/${pid}/stat`) * tickUs,
    mainThread: readTicks(`/proc/${pid}/task/${pid}/stat`) * tickUs,
  };
}

/** Reads a running process's memory; throws if the process is gone or this is not Linux. */
export function readMemory(pid: number): MemoryBytes {
  const status = readProc(`/proc/${pid}/status`);
  const bytesOf = (name: string): number => Number(new RegExp(`^${name}:\\s*(\\d+) kB$`, 'm').exec(status)?.[1]) * 1024;
  return { resident: bytesOf('VmRSS'), peak: bytesOf('VmHWM') };
}

/** The process and its children, which do its work. */
function familyOf(pid: number): number[] {
  const children = readProc(`/proc/${pid}/task/${pid}/children`).trim();
  return [pid, ...(children === '' ? [] : children.split(' ').map(Number))];
}

/** CPU time in microseconds of a process and its children, all threads, since each began. */
export function familyCpuUs(pid: number): number {
  return familyOf(pid).reduce((sum, member) => sum + readCpu(member).process, 0);
}

/** Resident bytes of a process and its children. */
export function familyBytes(pid: number): number {
  return familyOf(pid).reduce((sum, member) => sum + readMemory(member).resident, 0);
}

/** One sample of a run: seconds since its start, resident bytes. */
export interface MemorySample {
  readonly seconds: number;
  readonly resident: number;
}

/** Samples a process's memory every second while it lives. The returned function stops this and returns the samples. */
export function watchMemory(pid: number): () => readonly MemorySample[] {
  const samples: MemorySample[] = [];
  const startMs = performance.now();
  const read = (): void => {
    const seconds = Math.round((performance.now() - startMs) / 1000);
    samples.push({ seconds, resident: readMemory(pid).resident });
  };
  read();
  const timer = setInterval(() => {
    try {
      read();
    } catch {
      clearInterval(timer);
    }
  }, 1000);
  return () => {
    clearInterval(timer);
    return samples;
  };
}
