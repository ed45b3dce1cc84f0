/** Puts a replay's result into words for the terminal. */
import type { Percentiles, ReplayReport } from './judge.ts';

const shownExamples = 5;
const shownDifferences = 4;

/** The result of each service, and what the farm was asked. */
export function reportText(
  reports: { readonly [name: string]: ReplayReport },
  { calls, unknown }: { readonly calls: number; readonly unknown: number },
): string {
  const farm = `\nbidders were called ${calls} times${unknown === 0 ? '' : `, ${unknown} of them with calls that the file does not have (answered with no bid)`}`;
  return [...Object.entries(reports).map(([name, report]) => serviceText(name, report)), farm].join('\n');
}

function serviceText(name: string, report: ReplayReport): string {
  const { sent, unanswered, statuses, ratePerSecond, latencyMs, addedMs, compared, different, examples } = report;
  const told = Object.entries(statuses).map(([status, count]) => `${count} × ${status}`);
  const judged =
    compared === 0
      ? 'no answers to compare with: --record FILE keeps these, --baseline DIR compares with another checkout'
      : `${different} of ${compared} answers differ`;
  return [
    `\n${[`${name}: ${sent} auctions at ${ratePerSecond.toFixed(0)}/s`, ...told, `${unanswered} without an answer`].join(', ')}`,
    `  latency ms  ${percentileText(latencyMs)}`,
    `  added ms    ${percentileText(addedMs)}`,
    `  ${judged}`,
    ...examples
      .slice(0, shownExamples)
      .flatMap(({ auction, differences }) => [
        `  ${auction}`,
        ...differences.slice(0, shownDifferences).map((one) => `    ${one}`),
      ]),
  ].join('\n');
}

function percentileText({ p50, p90, p99, max }: Percentiles): string {
  return `p50 ${p50.toFixed(1)}  p90 ${p90.toFixed(1)}  p99 ${p99.toFixed(1)}  max ${max.toFixed(1)}`;
}
