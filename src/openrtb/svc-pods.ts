/**
 * The members of `ext.svc.targeting` for ads in pods, and their faults (implementations A `applyCategoryMapping`, B
 * `BasicCategoryMappingService`). A answers a wrong `primaryadserver` with 500 after the bidders have been paid for; here, as in B, the
 * answer is 400 at once.
 */
import { Type, type Static } from 'typebox';
import { fields, Integers } from './schema.ts';

const BrandCategory = fields({
  primaryadserver: Type.Integer(),
  publisher: Type.String(),
  withcategory: Type.Boolean(),
  translatecategories: Type.Boolean(),
});
/** Which category names identify the ads of one pod, so that two of the same category do not share it. */
type BrandCategory = Static<typeof BrandCategory>;

/** The members of `targeting` for ads in pods. */
export const podFields = {
  includebrandcategory: BrandCategory,
  durationrangesec: Integers,
  appendbiddernames: Type.Boolean(),
};

const Pods = fields(podFields);
/** These members as read. */
export type PodTargeting = Static<typeof Pods>;

/** The ad servers whose categories a host may map, in the order of their numbers, which start at 1. */
export const adServers = ['freewheel', 'dfp'] as const;

/** Each bid is compared with all of them. */
const mostDurations = 100;

/** Whether the categories of bids are translated to those of an ad server. */
export function translates(category: BrandCategory | undefined): boolean {
  return category?.withcategory === true && category.translatecategories !== false;
}

/** The name of that mapping, which is also its file name: `freewheel`, `dfp_<publisher>`. The caller has checked `category`. */
export function mappingName({ primaryadserver = 0, publisher }: BrandCategory): string {
  const server = adServers[primaryadserver - 1] ?? '';
  return publisher ? `${server}_${publisher}` : server;
}

/** The faults of the targeting at `path`, and a warning about what has no effect there: sentences that start with the path. */
export function judgePods(
  { includebrandcategory, durationrangesec }: PodTargeting,
  path: string,
): { readonly faults: readonly string[]; readonly warning?: string } {
  const faults: string[] = [];
  if (translates(includebrandcategory)) {
    const number = includebrandcategory?.primaryadserver;
    if (number === undefined || adServers[number - 1] === undefined) {
      const is = number === undefined ? 'is missing' : `is ${number}`;
      const fix = 'give 1 for freewheel or 2 for dfp, or set translatecategories to false';
      faults.push(`${path}.includebrandcategory.primaryadserver ${is}: ${fix}`);
    }
  }
  const short = durationrangesec?.find((seconds) => seconds < 1);
  if (short !== undefined) faults.push(`${path}.durationrangesec has ${short}: give seconds, 1 or more`);
  const count = durationrangesec?.length ?? 0;
  if (count > mostDurations)
    faults.push(`${path}.durationrangesec has ${count} entries: give at most ${mostDurations}`);
  if (durationrangesec === undefined || includebrandcategory !== undefined) return { faults };
  const warning = `${path}.durationrangesec has no effect without ${path}.includebrandcategory: add that, {} is enough`;
  return { faults, warning };
}
