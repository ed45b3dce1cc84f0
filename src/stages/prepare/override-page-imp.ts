/**
 * Decides what the parameters of an AMP page or a GET auction change in the one imp of its stored request (implementations A 6, B 9, AMP).
 */
import type { Banner } from '../../openrtb/banner.ts';
import { isDeeper } from '../../openrtb/depth.ts';
import type { Imp } from '../../openrtb/imp.ts';
import { isObject, without, type JsonObject } from '../../openrtb/json-object.ts';
import { mergePatch } from '../../openrtb/merge-patch.ts';
import { parsedJson } from '../../openrtb/parsed-json.ts';
import { decodedJson } from '../../openrtb/twice-encoded.ts';

/** The most levels that `targeting` may nest. */
const mostLevels = 64;

/** Members of `targeting` that concern more than the imp: only the stored request may state them. */
const notOfImp = ['user', 'site', 'app', 'dooh', 'device', 'bidders'];

/**
 * The imp as the page's parameters want it, with `formats` unless these are undefined; `faults` and `warnings` say what is wrong with
 * `targeting`, which is first-party data as JSON.
 */
export function overridePageImp(
  imp: Imp,
  page: ReadonlyMap<string, string>,
  formats: Banner['format'] | undefined,
): { imp: Imp; faults: string[]; warnings: string[] } {
  const { data, faults } = readTargeting(page.get('targeting') ?? '');
  const foreign = notOfImp.filter((key) => Object.hasOwn(data, key));
  const warnings = foreign.map((key) => `targeting.${key} is ignored: put it into the stored request`);
  const changed: Imp = { ...imp };
  const slot = page.get('slot');
  if (slot) changed.tagid = slot;
  if (formats !== undefined && imp.banner !== undefined) changed.banner = { ...imp.banner, format: formats };
  const forImp = without(data, notOfImp);
  if (Object.keys(forImp).length > 0) {
    changed.ext = { ...imp.ext, data: mergePatch(imp.ext?.['data'], forImp) as JsonObject };
  }
  return { imp: changed, faults, warnings };
}

function readTargeting(text: string): { data: JsonObject; faults: string[] } {
  if (text.trim() === '') return { data: {}, faults: [] };
  const data = parsedJson(decodedJson(text));
  if (isObject(data) && !isDeeper(data, mostLevels)) return { data, faults: [] };
  const fault = `targeting is not a JSON object of at most ${mostLevels} levels: send one such as {"key":"value"}, percent-encoded`;
  return { data: {}, faults: [fault] };
}
