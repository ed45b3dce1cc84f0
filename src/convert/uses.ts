/** Remembers which settings of an old file were used, so that those that were not can be named: none may vanish. */
import { isNull } from '../config/tree.ts';
import type { SourceNode } from './source.ts';

/** The settings of one old file that rules used, and those that they left because nothing of Gavel needs them. */
export class Uses {
  readonly #used = new Set<SourceNode>();
  /** With the path of its rule. */
  readonly #left = new Map<SourceNode, string>();

  /** Something was converted from `node`, or noted about it. */
  use(node: SourceNode): void {
    this.#used.add(node);
  }

  /** Nothing was made of `node`, or of what is below it except what other rules use. `pattern` is the path in the rule that left it. */
  leave(node: SourceNode, pattern: string): void {
    this.#left.set(node, pattern);
  }

  /** The paths of what was left, each as short as it can be without naming what was used. What several bidders state is one path. */
  leftPaths(): string[] {
    const patterns = new Map<string, string>();
    for (const [node, pattern] of this.#left)
      for (const path of this.#unusedPaths(node)) {
        if (path === node.path) patterns.set(path, pattern);
        else if (!patterns.has(path)) patterns.set(path, path);
      }
    const outer = [...patterns.keys()].filter((path) => !isInside(path, patterns));
    const groups = Map.groupBy(outer, (path) => patterns.get(path)!);
    return [...groups].map(([pattern, [first = '', ...others]]) => (others.length > 0 ? pattern : first));
  }

  #unusedPaths(node: SourceNode): string[] {
    if (isNull(node.tree) || this.#used.has(node)) return [];
    const below = [...(node.children?.values() ?? [])].filter((child) => !isNull(child.tree));
    const parts = below.map((child) => this.#unusedPaths(child));
    const isWhole = below.every((child, at) => parts[at]!.length === 1 && parts[at]![0] === child.path);
    return isWhole ? [node.path] : parts.flat();
  }
}

/** True if a setting above `path` is one of `paths`. */
function isInside(path: string, paths: ReadonlyMap<string, string>): boolean {
  for (let at = path.lastIndexOf('.'); at > 0; at = path.lastIndexOf('.', at - 1))
    if (paths.has(path.slice(0, at))) return true;
  return false;
}
