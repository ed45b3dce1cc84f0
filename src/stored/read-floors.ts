/** Decides whether a provider's floors can be used (Prebid Server, 'Floor Fetching'; implementations A 10, B 9 'Floors'). */
import type { SharedText } from '../auction/messages.ts';
import type { FloorFetch } from '../config/floor-settings.ts';
import { floorDataFault, floorGroupFault } from '../money/floor-faults.ts';
import { isDeeper, maxDepth } from '../openrtb/depth.ts';
import { Findings } from '../openrtb/findings.ts';
import { parsedJson } from '../openrtb/parsed-json.ts';
import { FloorData, type FloorGroup } from '../openrtb/svc-floors.ts';
import { compileTypeCheck } from '../openrtb/type-check.ts';
import { sharedText } from './refreshed-text.ts';

const defaultMaxRules = 1000;

const checkData = compileTypeCheck(FloorData);

/** The floors data in a provider's answer, in memory that all threads share. Throws an Error that ends a sentence begun by the address. */
export function readFloors(text: string, { maxRules = defaultMaxRules }: Pick<FloorFetch, 'maxRules'>): SharedText {
  const json = parsedJson(text);
  if (json === undefined) throw new Error('gives no floors: it is not JSON');
  // The data become part of the auction's request, which is serialized for debug output and analytics.
  if (isDeeper(json, maxDepth)) throw new Error(`gives no floors: it has over ${maxDepth} levels`);
  const findings = new Findings(1);
  const data = checkData(json, 'its data', findings) ?? {};
  if (findings.faults.length > 0) throw new Error(`gives no floors: ${findings.faults[0]}`);
  const { modelGroups = [], useFetchDataRate = 100 } = data;
  if (!(useFetchDataRate >= 0 && useFetchDataRate <= 100))
    throw new Error(`gives floors with a useFetchDataRate of ${useFetchDataRate}, not from 0 to 100`);
  for (const [at, { values = {} }] of modelGroups.entries()) {
    const rules = Object.keys(values).length;
    if (maxRules > 0 && rules > maxRules)
      throw new Error(`gives ${rules} rules in modelGroups[${at}], over the account's ${maxRules}`);
  }
  const fault = floorDataFault(data) ?? groupsFault(modelGroups);
  if (fault !== undefined) throw new Error(`gives no floors: ${fault}`);
  return sharedText(JSON.stringify(data));
}

/** The fault of the first group when no group can be used. */
function groupsFault(groups: readonly FloorGroup[]): string | undefined {
  const faults = groups.map((group) => floorGroupFault(group, {}));
  return faults.includes(undefined) ? undefined : `modelGroups[0].${faults[0]}`;
}
