/**
 * What a service of several processes has used, read from Linux's /proc: the primary and everything that it has forked.
 */
import { readCpu, readMemory, readProc } from './usage.ts';

/** The process and its children, which serve in its place. */
function familyOf(pid: number): number[] {
  const children = readProc(`/proc/${pid}/task/${pid}/children`).trim();
  return [pid, ...(children === '' ? [] : children.split(' ').map(Number))];
}

/** Processor time of all of them in microseconds, all threads, since each began. */
export function familyCpuUs(pid: number): number {
  return familyOf(pid).reduce((sum, member) => sum + readCpu(member).process, 0);
}

/** Resident bytes of all of them. */
export function familyBytes(pid: number): number {
  return familyOf(pid).reduce((sum, member) => sum + readMemory(member).resident, 0);
}
