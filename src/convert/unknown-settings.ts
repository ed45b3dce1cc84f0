/** Finds settings of an old file that no rule names, each with the most similar known name. */
import { nearest } from '../config/suggest.ts';
import { isNull } from '../config/tree.ts';
import type { Rule } from './rule.ts';
import type { SourceNode, Spelling } from './source.ts';

/** A tree of the words in the paths of rules, by folded word; `*` is any word. */
interface Words {
  readonly next: Map<string, Words>;
  readonly name: string;
  isEnd: boolean;
}

/** The paths that `rules` name, as one tree. */
export function wordsOf(rules: readonly Rule[], fold: Spelling['fold'], more: readonly string[] = []): Words {
  const root: Words = { next: new Map(), name: '', isEnd: false };
  for (const path of [...rules.flatMap(pathsOf), ...more]) {
    let at = root;
    for (const word of path.split('.')) {
      const key = word === '*' ? word : fold(word);
      let next = at.next.get(key);
      if (next === undefined) at.next.set(key, (next = { next: new Map(), name: word, isEnd: false }));
      at = next;
    }
    at.isEnd = true;
  }
  return root;
}

/** The paths of the old server that a rule is about. */
export function pathsOf(rule: Rule): readonly string[] {
  if (!('join' in rule)) return [rule.from];
  const paths = rule.from.filter((path) => path !== '');
  return paths.map((path) => (rule.within === '' ? path : `${rule.within}.${path}`));
}

/** A setting that no rule names, and what is probably meant ('' if unknown). */
export interface Stranger {
  readonly path: string;
  readonly meant: string;
  /** True if it is known, but is a single value where a map belongs. */
  readonly isSingle: boolean;
}

/** How many are reported at most. */
const mostStrangers = 100;

/** How many settings below `node` rules name, and those that they do not. */
export function judgeNames(node: SourceNode, words: Words): { readonly known: number; readonly strangers: Stranger[] } {
  const strangers: Stranger[] = [];
  let known = 0;
  const visit = (at: SourceNode, { next }: Words): void => {
    for (const [key, child] of at.children ?? []) {
      const word = next.get(key) ?? next.get('*');
      if (word?.isEnd || isNull(child.tree) || (word !== undefined && child.children?.size === 0)) known += 1;
      else if (word !== undefined && child.children !== undefined) visit(child, word);
      else if (strangers.length < mostStrangers)
        strangers.push({ path: child.path, meant: meant(child.name, next), isSingle: word !== undefined });
    }
  };
  visit(node, words);
  return { known, strangers };
}

function meant(name: string, next: Words['next']): string {
  return nearest(
    name,
    [...next.values()].map((word) => word.name),
  );
}
