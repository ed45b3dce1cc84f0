/** Formats a replay's result for the terminal. */
import type { FarmCounts } from '../farm/recorded-calls.ts';
import type { Percentiles, ReplayReport } from './judge.ts';

const shownExamples = 5;
const shownDifferences = 4;
const shownBidders = 10;

/** The result of each service, and the calls to its bidders. */
export function reportText(reports: { readonly [name: string]: ReplayReport }): string {
  return Object.entries(reports)
    .map(([name, report]) => serviceText(name, report))
    .join('\n');
}

function serviceText(name: string, report: ReplayReport): string {
  const { sent, unanswered, statuses, ratePerSecond, latencyMs, addedMs, bidders } = report;
  const told = Object.entries(statuses).map(([status, count]) => `${count} × ${status}`);
  return [
    `\n${[`${name}: ${sent} auctions at ${ratePerSecond.toFixed(0)}/s`, ...told, `${unanswered} without an answer`].join(', ')}`,
    `  latency ms  ${percentileText(latencyMs)}`,
    `  added ms    ${percentileText(addedMs)}`,
    ...(bidders === undefined ? [] : biddersText(bidders)),
    ...answersText(report),
  ].join('\n');
}

function biddersText({ calls, unknown, missing }: FarmCounts): string[] {
  return [
    `  bidders were called ${calls} times`,
    ...countsText('calls that the file does not have, answered with no bid', unknown),
    ...countsText('calls of the file did not come: not made, or at an address that no setting replaces', missing),
  ];
}

/** A line with the bidders that have the highest counts; none if there are no counts. */
function countsText(what: string, counts: { readonly [bidder: string]: number }): string[] {
  const all = Object.entries(counts).toSorted(([, a], [, b]) => b - a);
  if (all.length === 0) return [];
  const sum = all.reduce((total, [, count]) => total + count, 0);
  const shown = all.slice(0, shownBidders).map(([bidder, count]) => `${bidder} ${count}`);
  return [`  ${sum} ${what}: ${[...shown, ...(all.length > shownBidders ? ['…'] : [])].join(', ')}`];
}

function answersText({ compared, different, examples }: ReplayReport): string[] {
  if (compared === 0)
    return ['  no answers to compare with: --record FILE keeps these, --baseline DIR compares with another checkout'];
  return [
    `  ${different} of ${compared} answers differ`,
    ...examples
      .slice(0, shownExamples)
      .flatMap(({ auction, differences }) => [
        `  ${auction}`,
        ...differences.slice(0, shownDifferences).map((one) => `    ${one}`),
      ]),
    ...(different > shownExamples
      ? [`  … the result file has ${examples.length} of them, with all they differ in`]
      : []),
  ];
}

function percentileText({ p50, p90, p99, max }: Percentiles): string {
  return `p50 ${p50.toFixed(1)}  p90 ${p90.toFixed(1)}  p99 ${p99.toFixed(1)}  max ${max.toFixed(1)}`;
}
