/** Finds where a setting is written, for faults that are found beyond single settings (interface, 'Configuration'). */
import { memberPath } from '../openrtb/findings.ts';
import { whereabouts, type Tree } from './tree.ts';

/**
 * `sentence` with the place of the setting whose path it begins with, or of the section that the setting belongs to; unchanged where
 * neither is written.
 */
export function placed(tree: Tree, sentence: string): string {
  let found: Tree = tree;
  for (let path = ''; ;) {
    const inner = membersOf(found, path).find(
      ([memberName]) => sentence.startsWith(memberName) && !/^[\w-]/.test(sentence.slice(memberName.length)),
    );
    if (inner === undefined) return `${sentence}${found === tree ? '' : whereabouts(found)}`;
    [path, found] = inner;
  }
}

function membersOf(tree: Tree, path: string): (readonly [path: string, member: Tree])[] {
  if (tree.kind === 'map') return [...tree.entries].map(([key, member]) => [memberPath(path, key), member]);
  return tree.kind === 'list' ? tree.items.map((item, at) => [`${path}[${at}]`, item]) : [];
}
