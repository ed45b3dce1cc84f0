/** Finds where the setting is written that a sentence begins with: what is found out beyond single settings says so, too (interface, 'Configuration'). */
import { memberPath } from '../openrtb/findings.ts';
import { whereabouts, type Tree } from './tree.ts';

/** `sentence` with the place of the setting whose path it begins with, or of the section that this would stand in; as it is where neither is written. */
export function placed(tree: Tree, sentence: string): string {
  let found: Tree = tree;
  for (let path = ''; ;) {
    const inner = membersOf(found, path).find(
      ([own]) => sentence.startsWith(own) && !/^[\w-]/.test(sentence.slice(own.length)),
    );
    if (inner === undefined) return `${sentence}${found === tree ? '' : whereabouts(found)}`;
    [path, found] = inner;
  }
}

function membersOf(tree: Tree, path: string): (readonly [path: string, member: Tree])[] {
  if (tree.kind === 'map') return [...tree.entries].map(([key, member]) => [memberPath(path, key), member]);
  return tree.kind === 'list' ? tree.items.map((item, at) => [`${path}[${at}]`, item]) : [];
}
