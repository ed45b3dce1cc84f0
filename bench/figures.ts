/**
 * The five figures of a run (performance, 'Figures to report') under their stored names, and the targets that they are judged by
 * (performance, 'To reach').
 */
import type { SubjectFigures } from './measure.ts';
import type { CaseResult } from './run-case.ts';
import type { HalfRateResult, HeldRate } from './run-latency.ts';
import type { MarginalResult } from './run-marginal.ts';
import { growthSpread, ratioSpread, type Spread } from './spread.ts';

/** Names of a run's services: with the default configuration, with a thread pool, without one. */
export const serviceNames = { usual: 'service', pool: 'service, pool', inline: 'service, no pool' } as const;

/**
 * The figures of the main case; null if the part of the run that provides them was left out. Times are microseconds per auction.
 * Main-thread times are of the service with a pool. The loop delay is that at half the highest rate, or under full load if that part was
 * left out.
 */
export interface MainFigures {
  readonly cpuMicrosPerAuction: number | null;
  readonly floorCpuMicrosPerAuction: number | null;
  readonly cpuRatioToFloor: number | null;
  readonly cpuRatioSpread: Spread | null;
  readonly mainThreadMicrosPerAuction: number | null;
  readonly floorMainThreadMicrosPerAuction: number | null;
  readonly mainThreadRatioToFloor: number | null;
  readonly mainThreadRatioSpread: Spread | null;
  readonly marginalBidderMicros: number | null;
  readonly floorMarginalBidderMicros: number | null;
  readonly marginalBidderRatioToFloor: number | null;
  readonly marginalBidderRatioSpread: Spread | null;
  readonly poolCpuMicrosPerAuction: number | null;
  readonly inlineCpuMicrosPerAuction: number | null;
  readonly poolRatioToInline: number | null;
  readonly addedMsAtHalfRate: { readonly p50: number; readonly p99: number; readonly p999: number } | null;
  readonly addedP99ToP50AtHalfRate: number | null;
  readonly highestRatePerSecond: number | null;
  readonly peakResidentBytes: number | null;
  readonly steadyResidentBytes: number | null;
  readonly eventLoopDelayP99Ms: number | null;
}

/** The parts of a run that figures come from. */
export interface FigureSources {
  readonly main: CaseResult | null;
  readonly marginal: MarginalResult | null;
  readonly heldRates: readonly HeldRate[];
  readonly half: HalfRateResult | null;
}

function ratio(value: number | null, floor: number | null): number | null {
  return value === null || floor === null || floor === 0 ? null : value / floor;
}

function marginalUs(few: SubjectFigures | undefined, many: SubjectFigures | undefined): number | null {
  return few === undefined || many === undefined ? null : (many.cpuUs - few.cpuUs) / 5;
}

function at(list: readonly SubjectFigures[] | undefined, name: string): SubjectFigures | undefined {
  return list?.find((figures) => figures.name === name);
}

/** Extracts the figures from the measurements. */
export function figuresOf({ main, marginal, heldRates, half }: FigureSources): MainFigures {
  const [floor, usual, pool, inline] = ['floor', ...Object.values(serviceNames)].map((name) => at(main?.full, name));
  const highest = heldRates.find(({ name }) => name === serviceNames.usual)?.ratePerSecond ?? null;
  // If no rate was held, `half` was measured at another rate.
  const latency = highest === 0 ? undefined : at(half?.figures, serviceNames.usual);
  const [cpu, floorCpu] = [usual?.cpuUs ?? null, floor?.cpuUs ?? null];
  const [poolCpu, inlineCpu] = [pool?.cpuUs ?? null, inline?.cpuUs ?? null];
  const [thread, floorThread] = [pool?.mainThreadUs ?? null, floor?.mainThreadUs ?? null];
  const own = marginalUs(marginal?.serviceFew, marginal?.serviceMany);
  const floors = marginalUs(marginal?.floorFew, marginal?.floorMany);
  return {
    cpuMicrosPerAuction: cpu,
    floorCpuMicrosPerAuction: floorCpu,
    cpuRatioToFloor: ratio(cpu, floorCpu),
    cpuRatioSpread: ratioSpread('cpuUs', usual, floor),
    mainThreadMicrosPerAuction: thread,
    floorMainThreadMicrosPerAuction: floorThread,
    mainThreadRatioToFloor: ratio(thread, floorThread),
    mainThreadRatioSpread: ratioSpread('mainThreadUs', pool, floor),
    marginalBidderMicros: own,
    floorMarginalBidderMicros: floors,
    marginalBidderRatioToFloor: ratio(own, floors),
    marginalBidderRatioSpread: growthSpread(
      { few: marginal?.serviceFew, many: marginal?.serviceMany },
      { few: marginal?.floorFew, many: marginal?.floorMany },
    ),
    poolCpuMicrosPerAuction: poolCpu,
    inlineCpuMicrosPerAuction: inlineCpu,
    poolRatioToInline: ratio(poolCpu, inlineCpu),
    addedMsAtHalfRate: latency ? { p50: latency.addedP50Ms, p99: latency.addedP99Ms, p999: latency.addedP999Ms } : null,
    addedP99ToP50AtHalfRate: latency ? ratio(latency.addedP99Ms, latency.addedP50Ms) : null,
    highestRatePerSecond: highest,
    peakResidentBytes: usual?.peakBytes ?? null,
    steadyResidentBytes: usual?.residentBytes ?? null,
    eventLoopDelayP99Ms: latency?.loopDelayP99Ms ?? usual?.loopDelayP99Ms ?? null,
  };
}

/** A figure with its maximum (null: only reported) and its spread over single rounds (null: unknown). */
export interface Judged {
  readonly label: string;
  readonly value: number | null;
  readonly most: number | null;
  readonly spread: Spread | null;
}

/** The figures that have a target, and the ratio of pool to no pool, which is only reported. */
export function judge(figures: MainFigures): Judged[] {
  return [
    { label: 'CPU per auction / floor’s', value: figures.cpuRatioToFloor, most: 1.8, spread: figures.cpuRatioSpread },
    {
      label: 'main thread per auction / floor’s, pool on',
      value: figures.mainThreadRatioToFloor,
      most: 1.3,
      spread: figures.mainThreadRatioSpread,
    },
    {
      label: 'one more bidder / floor’s',
      value: figures.marginalBidderRatioToFloor,
      most: 1.6,
      spread: figures.marginalBidderRatioSpread,
    },
    {
      label: 'added p99 / p50 at half the highest rate',
      value: figures.addedP99ToP50AtHalfRate,
      most: 5,
      spread: null,
    },
    { label: 'CPU per auction, pool / no pool', value: figures.poolRatioToInline, most: null, spread: null },
  ];
}
