/** Decides the name under which Huawei Ads knows an app: the host's extra settings say which bundles go by another. */
import { parsedJson } from '../../openrtb/parsed-json.ts';
import { asList, textAt, textsOf, valueAt } from '../json.ts';

/** How some apps are to be named: `name` stands for those that fit and are no exception. */
export interface NameRule {
  readonly name: string;
  readonly names: readonly string[];
  readonly keywords: readonly string[];
  readonly prefixes: readonly string[];
  readonly exceptions: readonly string[];
}

/** The rules of the host's extra settings (JSON, or '' for none). Throws an Error for settings that are no JSON. */
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

/** The name for an app with this bundle: that of the first rule that fits, '*' any; the bundle where a rule before it names it an exception, or none fits. */
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
