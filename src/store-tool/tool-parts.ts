/** What every command of the store tool receives and returns. */
import type { BidderDefinition } from '../adapter/define-bidder.ts';
import type { Config } from '../config/schema.ts';

/** The configuration, the bidders and the output. */
export interface ToolParts {
  readonly config: Config;
  readonly definitions: readonly BidderDefinition[];
  /** Writes a line of the result. */
  readonly out: (line: string) => void;
  /** Writes a line about progress, or a warning, to the user. */
  readonly tell: (line: string) => void;
}

/** A command's faults, one sentence each; none when it succeeded. */
export type Faults = readonly string[];
