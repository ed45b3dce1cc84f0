/**
 * Measures what one more bidder costs: floor and service with five and with ten bidders, all four in turn at the same concurrency.
 */
import { marginalCases } from './cases.ts';
import { measureInTurn, type SubjectFigures, type Trial } from './measure.ts';
import { makeLoad, startCaseFloor, warmUp, type Bench } from './run-case.ts';
import type { Subject } from './subjects.ts';

/** Floor and service with few bidders (5) and with many (10). */
export interface MarginalResult {
  readonly floorFew: SubjectFigures;
  readonly serviceFew: SubjectFigures;
  readonly floorMany: SubjectFigures;
  readonly serviceMany: SubjectFigures;
}

/** Measures the four in alternation once they are warm. */
export async function runMarginal(bench: Bench, service: Subject): Promise<MarginalResult> {
  bench.tell('one more bidder: 10 against 5');
  const { few, many } = marginalCases;
  const floors: Subject[] = [];
  try {
    const trials: Trial[] = [];
    for (const one of [few, many]) {
      const load = makeLoad(bench.dir, one, bench.seconds);
      const { floor } = await startCaseFloor(bench, one, [service]);
      floors.push(floor);
      trials.push({ name: `floor, ${one.name}`, subject: floor, load });
      trials.push({ name: `service, ${one.name}`, subject: service, load });
    }
    await warmUp(trials, bench.tell);
    const [floorFew, serviceFew, floorMany, serviceMany] = await measureInTurn(trials, bench.rounds, bench.tell);
    return { floorFew: floorFew!, serviceFew: serviceFew!, floorMany: floorMany!, serviceMany: serviceMany! };
  } finally {
    for (const floor of floors) await floor.stop();
  }
}
