/** The cost of work as processor time, which a busy machine does not change as it does elapsed time. */

/** The milliseconds that this process spends on `work`. */
export function processorMs(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
