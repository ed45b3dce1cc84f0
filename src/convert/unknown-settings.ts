/** Finds and reports settings of an old file that no rule names, each with the most similar known name. */
import { didYouMean, nearest } from '../config/suggest.ts';
import { isNull } from '../config/tree.ts';
import type { Notes } from './notes.ts';
import type { OldServer, Rule } from './rule.ts';
import type { SourceNode } from './source.ts';

/** Whose settings a file holds. */
export type Whose = 'host' | 'account';

/** A tree of the words in the paths of rules, by folded word; `*` is any word. */
interface Words {
  readonly next: Map<string, Words>;
  readonly name: string;
  isEnd: boolean;
  /** True if a rule is about everything below, too. */
  isWhole: boolean;
}

/** The paths that the rules of a host or an account name, as one tree. */
function wordsOf({ fold, hostRules, accountRules, accountDefaults }: OldServer, whose: Whose): Words {
  const root: Words = { next: new Map(), name: '', isEnd: false, isWhole: false };
  const add = (path: string, isWhole: boolean): void => {
    let at = root;
    for (const word of path.split('.')) {
      const key = word === '*' ? word : fold(word);
      let next = at.next.get(key);
      if (next === undefined) at.next.set(key, (next = { next: new Map(), name: word, isEnd: false, isWhole: false }));
      at = next;
    }
    at.isEnd = true;
    at.isWhole ||= isWhole;
  };
  const rules = whose === 'host' ? hostRules : accountRules;
  for (const rule of rules) for (const path of pathsOf(rule)) add(path, !('join' in rule));
  if (whose === 'host') add(accountDefaults, true);
  return root;
}

/** The paths of the old server that a rule is about. */
export function pathsOf(rule: Rule): readonly string[] {
  if (!('join' in rule)) return [rule.from];
  const paths = rule.from.filter((path) => path !== '');
  return paths.map((path) => (rule.within === '' ? path : `${rule.within}.${path}`));
}

/** A setting that no rule names, and what is probably meant ('' if unknown). */
interface Stranger {
  readonly path: string;
  readonly meant: string;
  /** True if it is known, but is a single value where a map belongs. */
  readonly isSingle: boolean;
}

/** How many are reported at most. */
const mostStrangers = 100;

/** How many settings of the file `root` rules name. */
export function countKnown(root: SourceNode, server: OldServer, whose: Whose): number {
  return judgeNames(root, wordsOf(server, whose)).known;
}

/** Reports settings of the file `root` that no rule names. */
export function tellStrangers(
  root: SourceNode,
  { server, notes }: { server: OldServer; notes: Notes },
  whose: Whose,
): void {
  for (const { path, meant, isSingle } of judgeNames(root, wordsOf(server, whose)).strangers) {
    if (isSingle) notes.tell(path, 'must be a map of settings (key: value): correct it');
    else notes.tell(path, `is not a known setting of ${server.name}: ${didYouMean(meant, unknownFix)}`);
  }
}

const unknownFix = 'remove it, or set its counterpart by hand (node src/main.ts --settings)';

/** How many settings below `node` rules name, and those that they do not. */
function judgeNames(node: SourceNode, words: Words): { readonly known: number; readonly strangers: Stranger[] } {
  const strangers: Stranger[] = [];
  let known = 0;
  const visit = (at: SourceNode, { next }: Words): void => {
    for (const [key, child] of at.children ?? []) {
      const word = next.get(key) ?? next.get('*');
      if (isKnown(child, word)) known += 1;
      else if (word !== undefined && child.children !== undefined) visit(child, word);
      else if (strangers.length < mostStrangers)
        strangers.push({ path: child.path, meant: meant(child.name, next), isSingle: word !== undefined });
    }
  };
  visit(node, words);
  return { known, strangers };
}

/** True if rules name `child`: `word` is its own, if there is one. What they join may be a map only where they name nothing below. */
function isKnown({ tree, children }: SourceNode, word: Words | undefined): boolean {
  if (isNull(tree) || word?.isWhole || (word !== undefined && children?.size === 0)) return true;
  return word?.isEnd === true && (children === undefined || word.next.size === 0);
}

function meant(name: string, next: Words['next']): string {
  return nearest(
    name,
    [...next.values()].map((word) => word.name),
  );
}
