/** Steps about where the imps are (bidders, 'Steps'). */
import type { BodyStep } from '../definition.ts';

/** Gives a request with neither `site`, `app` nor `dooh` an empty site, for the steps after it to fill. */
export function siteIfNone(): BodyStep<unknown, unknown> {
  return ({ site, app, dooh }) => (site || app || dooh ? null : { site: {} });
}
