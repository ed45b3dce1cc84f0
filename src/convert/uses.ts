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

  /** The paths of what was left, each as short as it can be without naming what was used. Many bidders with one setting are one path. */
  leftPaths(): string[] {
    const paths = new Set([...this.#left].flatMap(([node, pattern]) => this.#named(node, pattern)));
    const isInside = (path: string): boolean => {
      for (let at = path.lastIndexOf('.'); at > 0; at = path.lastIndexOf('.', at - 1))
        if (paths.has(path.slice(0, at))) return true;
      return false;
    };
    return [...paths].filter((path) => !isInside(path));
  }

  #named(node: SourceNode, pattern: string): string[] {
    const paths = this.#unusedPaths(node);
    return paths.length === 1 && paths[0] === node.path && pattern.includes('*') ? [pattern] : paths;
  }

  #unusedPaths(node: SourceNode): string[] {
    if (isNull(node.tree) || this.#used.has(node)) return [];
    const below = [...(node.children?.values() ?? [])].filter((child) => !isNull(child.tree));
    const parts = below.map((child) => this.#unusedPaths(child));
    const isWhole = below.every((child, at) => parts[at]!.length === 1 && parts[at]![0] === child.path);
    return isWhole ? [node.path] : parts.flat();
  }
}
