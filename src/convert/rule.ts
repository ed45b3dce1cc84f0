/** The contract of the rules by which an old server's settings become Gavel's: what src/convert/go and src/convert/java hold. */
import type { KnownBidder } from '../adapter/known-bidders.ts';

/** A setting as it is stated in the old file. */
export interface Stated {
  /** Its path as the file spells it. */
  readonly path: string;
  /** Its value as JSON, with the keys of maps as they are spelled. */
  readonly value: unknown;
  /** Its spelling in the file, where it is a single value: `007` may be meant as a text. */
  readonly text: string;
}

/** What a conversion may ask beside its own setting. */
export interface Around {
  /** False for accounts that are converted without their host's file. */
  readonly hasHost: boolean;
  /** Any other setting of the old file by its path (the old server's words), if it is stated. */
  readonly stated: (path: string) => Stated | undefined;
  /** Gavel's code of a bidder whose name the old server reads in any case; the name itself where Gavel has none. */
  readonly codeOf: (name: string) => string;
  /** The bidders that Gavel knows, by code. */
  readonly known: ReadonlyMap<string, KnownBidder>;
  /** The text of a file that the old configuration names, looked for from its own folder; undefined when it cannot be read. */
  readonly textOf: (file: string) => string | undefined;
}

/** What becomes of one value: Gavel's, and perhaps what a host must know of it; only words; or nothing at all. */
export type Converted =
  | { readonly value: unknown; readonly tell?: string }
  | { readonly value?: undefined; readonly tell: string }
  | undefined;

/** Makes Gavel's value of an old one. Never throws; its words follow the old path and show no value that may be secret. */
export type Conversion = (stated: Stated, around: Around) => Converted;

/** A setting that has a counterpart. `*` in a path stands for any name (of a bidder), in `to` for the last of them. */
export interface TakenRule {
  readonly from: string;
  readonly to: string;
  /** Default: the value as it is. What Gavel's schema does not take is told, and a number out of its limits is drawn to them. */
  readonly as?: Conversion;
}

/** A setting, or all below a path, that has no counterpart: what a host does instead. */
export interface ToldRule {
  readonly from: string;
  readonly tell: string;
  /** Values of which nothing need be told: Gavel does the same. */
  readonly unless?: readonly unknown[];
}

/** A setting, or all below a path, that needs nothing: Gavel has no use for it, or does it by itself. */
export interface NeedlessRule {
  readonly from: string;
  readonly needless: true;
}

/** Settings that make others only together. */
export interface JointRule {
  /** The path that all share, '' for the whole file; each match of its `*` is a turn. */
  readonly within: string;
  /** The old settings, from there; '' for whatever is there. */
  readonly from: readonly string[];
  /** Every path of Gavel that `join` may put, with the `*` of `within`. */
  readonly to: readonly string[];
  readonly join: (turn: JointTurn) => void;
}

/** One turn of a joint rule. */
export interface JointTurn {
  /** One of the old settings, if it is stated. */
  readonly stated: (from: string) => Stated | undefined;
  /** Its spelling, '' where it is not stated. */
  readonly textAt: (from: string) => string;
  /** Puts a value at a path of Gavel (one of `to`). */
  readonly put: (to: string, value: unknown, comment?: string) => void;
  /** Tells a host something about one of the old settings. */
  readonly tell: (from: string, text: string) => void;
  /** The names for which the `*` of `within` stand, as they are spelled. */
  readonly names: readonly string[];
  readonly around: Around;
}

/** One rule: tables of them are all that a half of the converter is made of. */
export type Rule = TakenRule | ToldRule | NeedlessRule | JointRule;

/** What the old server does by default where Gavel's default differs: written unless a rule has put something there. */
export interface Pin {
  readonly to: string;
  readonly value: unknown;
  /** Why it stands there: a comment in the file. */
  readonly why: string;
  /** Not wanted in this file. */
  readonly unless?: (around: Around) => boolean;
}

/** An old server: its words and its rules. */
export interface OldServer {
  /** The word of `--from`. */
  readonly word: string;
  /** Its name in messages. */
  readonly name: string;
  /** Makes one spelling of all those that it takes for a key. */
  readonly fold: (key: string) => string;
  /** Makes a single value of what stands for one (such as `${NAME:default}`); default: as it is. */
  readonly resolve?: (text: string) => string;
  readonly hostRules: readonly Rule[];
  /** Of an account, with Gavel's paths from the account; they hold for the host's account defaults, too. */
  readonly accountRules: readonly Rule[];
  /** Where the host's file has the defaults of accounts: a map, or JSON in a text. */
  readonly accountDefaults: string;
  readonly pins: readonly Pin[];
  /** Where the host's file has bidders: paths whose last `*` is a bidder's code. */
  readonly bidders: readonly string[];
  /** Told once: what holds for bidders that the file does not name; '' for nothing. */
  readonly biddersNote: string;
  /** Paths by which one of several documents of a file says that it holds at times only: it is left out but for them. */
  readonly optional?: readonly string[];
  /** True for a bidder that the old server asks; `stated` reads its part of the file, from its code on. */
  readonly isAsked: (turn: Pick<JointTurn, 'stated' | 'names' | 'around'>) => boolean;
}
