/** Steps about where the imps are (bidders, 'Steps'). */
import type { BodyStep, ImpStep } from '../call-steps.ts';

/** Gives a request with neither `site`, `app` nor `dooh` an empty site, for the steps after it to fill. */
export function siteIfNone(): BodyStep<unknown, unknown> {
  return ({ site, app, dooh }) => (site || app || dooh ? null : { site: {} });
}

/** States of an imp that it must be secure when the page is, and need not be otherwise. */
export function secureByPage(): ImpStep<unknown> {
  return (_, { request: { site } }) => ({ secure: site?.page?.startsWith('https:') ? 1 : 0 });
}
