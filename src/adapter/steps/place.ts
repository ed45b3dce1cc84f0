/** Steps that depend on where the ad is shown (bidders, 'Steps'). */
import type { BodyStep, ImpStep } from '../call-steps.ts';

/** Gives a request with neither `site`, `app` nor `dooh` an empty site, for the steps after it to fill. */
export function siteIfNone(): BodyStep<unknown, unknown> {
  return ({ site, app, dooh }) => (site || app || dooh ? null : { site: {} });
}

/** Sets an imp's `secure` to 1 if the page is https, else to 0. */
export function secureByPage(): ImpStep<unknown> {
  return (_, { request: { site } }) => ({ secure: site?.page?.startsWith('https:') ? 1 : 0 });
}
