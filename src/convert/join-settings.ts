/** Applies a rule that joins several settings of one place (`JointRule`). */
import { matchesOf, put, type Field } from './field.ts';
import { places, settingAt, type Match } from './find-settings.ts';
import type { JointRule } from './rule.ts';
import type { SourceNode } from './source.ts';

/** Applies the rule wherever one of its settings is stated. */
export function joinSettings(rule: JointRule, field: Field): void {
  const { within, from } = rule;
  // A rule without named settings (`from: ['']`) also applies to a name without a value.
  const hasNoNames = from.includes('');
  const matched = hasNoNames ? places(field.root, within, field.fold) : matchesOf(within, field);
  for (const place of matched) {
    const joined = new Map<SourceNode, string>();
    for (const path of from) {
      const found = path === '' ? undefined : settingAt(place.node, path, field.fold);
      if (found !== undefined) joined.set(found, within === '' ? path : `${within}.${path}`);
    }
    if (hasNoNames || joined.size > 0) joinPlace(rule, { ...place, joined }, field);
  }
}

/** Settings of one place that are joined: those that are stated, with their paths in the rule. */
interface JointPlace extends Match {
  readonly joined: ReadonlyMap<SourceNode, string>;
}

function joinPlace({ join }: JointRule, { node, names, joined }: JointPlace, field: Field): void {
  const stated = (path: string) => settingAt(node, path, field.fold);
  const paths = joined.size === 0 ? [node.path] : [...joined.keys()].map(({ path }) => path);
  let isUsed = false;
  const tell = (path: string, text: string): void => {
    isUsed = true;
    field.notes.tell(stated(path)?.path ?? paths[0]!, text);
  };
  join({
    stated,
    textAt: (path) => {
      const found = stated(path);
      if (typeof found?.value === 'object') tell(path, 'must be a single value: correct it');
      return found?.text ?? '';
    },
    names,
    around: field.around,
    put: (to, value, comment = '') => {
      isUsed = put(field, { path: paths.slice(0, mostNamed).join(', '), to, names, comment }, value) || isUsed;
    },
    tell,
  });
  for (const [one, pattern] of joined) {
    if (isUsed) field.uses.use(one);
    else field.uses.leave(one, pattern);
  }
}

/** How many of the joined settings are named in a note. */
const mostNamed = 3;
