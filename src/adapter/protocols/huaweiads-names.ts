/** Decides the name under which Huawei Ads knows an app: the host's `extraInfo` may map bundles to other names. */
import { parsedJson } from '../../openrtb/parsed-json.ts';
import { asList, textAt, textsOf, valueAt } from '../json.ts';

/** A rule that renames apps: `name` replaces every bundle that matches and is no exception. */
export interface NameRule {
  readonly name: string;
  readonly names: readonly string[];
  readonly keywords: readonly string[];
  readonly prefixes: readonly string[];
  readonly exceptions: readonly string[];
}

/** The rules in the host's `extraInfo` (JSON, or '' for none). Throws an Error if it is not JSON. */
export function readNameRules(extraInfo: string): readonly NameRule[] {
  const settings = extraInfo.trim() === '' ? {} : parsedJson(extraInfo);
  if (settings === undefined) throw new Error('extraInfo must be JSON such as {"pkgNameConvert":[]}');
  return asList(valueAt(settings, 'pkgNameConvert')).flatMap((rule) => {
    const texts = (name: string) => textsOf(valueAt(rule, name)).filter((text) => text !== '');
    const name = textAt(rule, 'convertedPkgName');
    if (name === '') return [];
    return {
      name,
      names: texts('unconvertedPkgNames'),
      keywords: texts('unconvertedPkgNameKeyWords'),
      prefixes: texts('unconvertedPkgNamePrefixs'),
      exceptions: texts('exceptionPkgNames'),
    };
  });
}

/**
 * The name of an app with this bundle, by the first rule that matches it ('*' matches any) or lists it as an exception. An exception keeps
 * its bundle as its name, and so does a bundle without such a rule.
 */
export function appName(bundle: string, rules: readonly NameRule[]): string {
  const rule = rules.find(
    ({ names, keywords, prefixes, exceptions }) =>
      [...exceptions, ...names].includes(bundle) ||
      names.includes('*') ||
      keywords.some((keyword) => bundle.includes(keyword)) ||
      prefixes.some((prefix) => bundle.startsWith(prefix)),
  );
  return rule === undefined || rule.exceptions.includes(bundle) ? bundle : rule.name;
}
