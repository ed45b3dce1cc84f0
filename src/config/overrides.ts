/** Applies environment variables and flags to the settings of the file (interface, 'Configuration'). */
import { Type, type TSchema } from 'typebox';
import { report, type SettingFindings } from './read-settings.ts';
import { findSetting, type Settings, type WrittenPath } from './setting-path.ts';
import { find, overlay, plant, type Tree } from './tree.ts';
import { readYaml, type YamlReading } from './yaml-tree.ts';

/** One change: its name in messages, the path it sets, and the text of its value. */
export interface Override {
  readonly name: string;
  readonly written: WrittenPath;
  readonly text: string;
}

/** Every environment variable with this prefix is a setting. */
const prefix = 'SVC__';

/** The changes in `env`, wider settings before narrower ones, then by name, so that the order is stable. */
export function environmentOverrides(env: Readonly<Record<string, string | undefined>>): Override[] {
  const changes: Override[] = [];
  for (const [variable, text] of Object.entries(env)) {
    if (!variable.startsWith(prefix) || text === undefined) continue;
    const words = variable.slice(prefix.length).split('__');
    changes.push({ name: variable, written: { words, separator: '__', mayAdd: false }, text });
  }
  return changes.sort(widerFirst);
}

/** The changes in `flags` (dotted path to text), wider settings first. */
export function flagOverrides(flags: Readonly<Record<string, string>>): Override[] {
  const changes = Object.entries(flags).map(([path, text]): Override => {
    const name = path === 'port' || path === 'host' ? `--${path}` : `--set ${path}`;
    return { name, written: { words: path.split('.'), separator: '.', mayAdd: true }, text };
  });
  return changes.sort(widerFirst);
}

function widerFirst(a: Override, b: Override): number {
  return a.written.words.length - b.written.words.length || (a.name < b.name ? -1 : 1);
}

/** The settings with `changes` applied. Faults are added to `findings`; a faulty change has no effect. */
export function applyOverrides(settings: Settings, changes: readonly Override[], findings: SettingFindings): Tree {
  let { tree } = settings;
  const names = new Map<string, string>();
  for (const change of changes) {
    const found = findSetting(change.written, { ...settings, tree });
    if ('fault' in found) {
      report(findings, change.name, found.fault);
      continue;
    }
    const key = JSON.stringify(found.path);
    const earlier = names.get(key);
    if (earlier !== undefined)
      report(findings, change.name, `sets the same setting as ${earlier}: keep one of the two`);
    names.set(key, change.name);
    const value = readValue(change, found.schema);
    for (const fault of value.faults) findings.faults.push(fault);
    if (value.tree && !(isBlank(value.tree) && find(tree, found.path))) {
      tree = overlay(tree, plant(found.path, value.tree));
    }
  }
  return tree;
}

/** True for an empty value, such as a variable set to nothing: it does not replace what is already set. */
function isBlank(value: Tree): boolean {
  return value.kind === 'single' && value.value === null && value.text?.trim() === '';
}

/** A text is taken as it is; any other value is read as YAML, so that lists and maps are spelled as in the file. */
function readValue({ name, text }: Override, schema: TSchema): YamlReading {
  if (Type.IsString(schema) || Type.IsEnum(schema)) {
    return { tree: { kind: 'single', origin: name, value: text, text }, faults: [] };
  }
  return readYaml(text, () => name);
}
