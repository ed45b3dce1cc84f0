/** What every command of the store tool works with. */
import type { BidderDefinition } from '../adapter/define-bidder.ts';
import type { Config } from '../config/schema.ts';

/** The tool's surroundings. */
export interface ToolParts {
  readonly config: Config;
  readonly definitions: readonly BidderDefinition[];
  /** Writes a line of the result. */
  readonly out: (line: string) => void;
  /** Writes a line for the person who waits. */
  readonly tell: (line: string) => void;
}

/** What a command found wrong, one sentence each; none: it is done. */
export type Faults = readonly string[];
