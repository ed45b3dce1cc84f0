/** Remembers which settings of an old file were used, so that those that were not can be named: none may vanish. */
import { isNull } from '../config/tree.ts';
import type { SourceNode } from './source.ts';

/** The settings of one old file that rules used, and those that they left because nothing of Gavel needs them. */
export class Uses {
  readonly #used = new Set<SourceNode>();
  readonly #left = new Set<SourceNode>();

  /** Something was converted from `node`, or noted about it. */
  use(node: SourceNode): void {
    this.#used.add(node);
  }

  /** Nothing was made of `node`, or of what is below it except what other rules use. */
  leave(node: SourceNode): void {
    this.#left.add(node);
  }

  /** The paths of what was left, each as short as it can be without naming what was used. */
  leftPaths(): string[] {
    const paths = new Set([...this.#left].flatMap((node) => this.#unusedPaths(node)));
    const isInside = (path: string): boolean => {
      for (let at = path.lastIndexOf('.'); at > 0; at = path.lastIndexOf('.', at - 1))
        if (paths.has(path.slice(0, at))) return true;
      return false;
    };
    return [...paths].filter((path) => !isInside(path));
  }

  #unusedPaths(node: SourceNode): string[] {
    if (isNull(node.tree) || this.#used.has(node)) return [];
    const below = [...(node.children?.values() ?? [])].filter((child) => !isNull(child.tree));
    const parts = below.map((child) => this.#unusedPaths(child));
    const isWhole = below.every((child, at) => parts[at]!.length === 1 && parts[at]![0] === child.path);
    return isWhole ? [node.path] : parts.flat();
  }
}
