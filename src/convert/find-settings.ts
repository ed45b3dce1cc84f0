/** Finds the settings of an old server's file by their paths, in any spelling of their keys. */
import { isNull } from '../config/tree.ts';
import type { SourceNode, Spelling } from './source.ts';

/** A setting found by a path, and the names that the `*` of the path stands for. */
export interface Match {
  readonly node: SourceNode;
  readonly names: readonly string[];
}

/** Everything at `path`, whose words may be `*`, including what is null. */
export function places(root: SourceNode, path: string, fold: Spelling['fold']): Match[] {
  let found: Match[] = [{ node: root, names: [] }];
  for (const word of path === '' ? [] : path.split('.')) {
    found = found.flatMap(({ node, names }) => {
      if (word === '*')
        return [...(node.children?.values() ?? [])].map((child) => ({ node: child, names: [...names, child.name] }));
      const child = node.children?.get(fold(word));
      return child === undefined ? [] : [{ node: child, names }];
    });
  }
  return found;
}

/** Everything stated at `path`, whose words may be `*`; null states nothing. */
export function matches(root: SourceNode, path: string, fold: Spelling['fold']): Match[] {
  return places(root, path, fold).filter(({ node }) => !isNull(node.tree));
}

/** The setting stated at `path`, which has no `*`; undefined if there is none. */
export function settingAt(root: SourceNode, path: string, fold: Spelling['fold']): SourceNode | undefined {
  return matches(root, path, fold)[0]?.node;
}
