/** What work costs, as a test may judge it: a busy machine makes it take longer, but spends no more of the processor on it. */

/** The milliseconds that this process spends on `work`. */
export function processorMs(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
