/** The types of the rules by which an old server's settings become Gavel's; src/convert/go and src/convert/java hold the rules. */
import type { KnownBidder } from '../adapter/known-bidders.ts';

/** A setting as the old file states it. */
export interface Stated {
  /** Its path, as spelled in the file. */
  readonly path: string;
  /** Its value as JSON; maps keep their keys as spelled. */
  readonly value: unknown;
  /** A single value as spelled in the file: `007` may be meant as a text. */
  readonly text: string;
}

/** What a conversion may ask besides its own setting. */
export interface Around {
  /** The id of the account that is converted; '' for a host. */
  readonly account: string;
  /** False for accounts that are converted without their host's file. */
  readonly hasHost: boolean;
  /** Any other setting of the old file by its path, if it is stated. */
  readonly stated: (path: string) => Stated | undefined;
  /** Gavel's code for a bidder's name, which the old server reads in any case; the name itself if Gavel has no such bidder. */
  readonly codeOf: (name: string) => string;
  /** The bidders that Gavel knows, by code. */
  readonly known: ReadonlyMap<string, KnownBidder>;
  /** The text of a file that the old configuration names, relative to that configuration's folder; undefined if it cannot be read. */
  readonly textOf: (file: string) => string | undefined;
}

/** What one value becomes: a value of Gavel and perhaps a note for the host, only a note, or nothing. */
export type Converted =
  | { readonly value: unknown; readonly tell?: string }
  | { readonly value?: undefined; readonly tell: string }
  | undefined;

/** Converts an old value to Gavel's. Never throws. A note is worded to follow the old path, and shows no value that may be secret. */
export type Conversion = (stated: Stated, around: Around) => Converted;

/** A setting that has a counterpart in Gavel. `*` in `from` stands for any name, such as a bidder's; in `to` for the last of these. */
export interface TakenRule {
  readonly from: string;
  readonly to: string;
  /** Default: the value as it is. A value that Gavel's schema refuses is reported, and a number beyond its limits is clamped. */
  readonly as?: Conversion;
}

/** A setting, or all below a path, without a counterpart; the note says what the host does instead. */
export interface ToldRule {
  readonly from: string;
  readonly tell: string;
  /** Values that need no note: Gavel does the same. */
  readonly unless?: readonly unknown[];
}

/** A setting, or all below a path, that needs no conversion: Gavel has no use for it, or does it anyway. */
export interface NeedlessRule {
  readonly from: string;
  readonly needless: true;
}

/** A setting that only decides what becomes of others, which ask for it: it is neither converted nor noted. */
export interface AskedRule {
  readonly from: string;
  /** True for a value that the old server can read; any other is noted, since it must be true or false. */
  readonly asked: (stated: Stated) => boolean;
}

/** Settings that only together become others. */
export interface JointRule {
  /** The path that all share, '' for the whole file. Each match of its `*` is a turn. */
  readonly within: string;
  /** The old settings, relative to `within`; '' for whatever is there. */
  readonly from: readonly string[];
  /** Every path of Gavel that `join` may put, with the `*` of `within`. */
  readonly to: readonly string[];
  readonly join: (turn: JointTurn) => void;
}

/** One turn of a joint rule. */
export interface JointTurn {
  /** One of the old settings, if it is stated. */
  readonly stated: (from: string) => Stated | undefined;
  /** Its value as spelled; '' if it is not stated. */
  readonly textAt: (from: string) => string;
  /** Puts a value at a path of Gavel (one of `to`). */
  readonly put: (to: string, value: unknown, comment?: string) => void;
  /** Notes something for the host about one of the old settings. */
  readonly tell: (from: string, text: string) => void;
  /** The names that the `*` of `within` stands for, as spelled. */
  readonly names: readonly string[];
  readonly around: Around;
}

/** One rule. Both halves of the converter consist of tables of these. */
export type Rule = TakenRule | ToldRule | NeedlessRule | AskedRule | JointRule;

/** A default of the old server that differs from Gavel's. It is written unless a rule has put something there. */
export interface Pin {
  readonly to: string;
  readonly value: unknown;
  /** The reason, which becomes a comment in the file. */
  readonly why: string;
  /** True if this file does not need it. */
  readonly unless?: (around: Around) => boolean;
}

/** An old server: its spellings and its rules. */
export interface OldServer {
  /** The value of `--from`. */
  readonly word: string;
  /** Its name in messages. */
  readonly name: string;
  /** Maps all spellings that the server accepts for a key to one. */
  readonly fold: (key: string) => string;
  /** Resolves a placeholder (such as `${NAME:default}`) to a value. Default: none are resolved. */
  readonly resolve?: (text: string) => string;
  readonly hostRules: readonly Rule[];
  /** The rules of an account; Gavel's paths start at the account. They also apply to the host's account defaults. */
  readonly accountRules: readonly Rule[];
  /** Where the host's file has the account defaults: a map, or JSON in a text. */
  readonly accountDefaults: string;
  readonly pins: readonly Pin[];
  /** Where the host's file has bidders: paths whose last `*` is a bidder's code. */
  readonly bidders: readonly string[];
  /** A note about bidders that the file does not name; '' for none. */
  readonly biddersNote: string;
  /** Paths that make a document of a file conditional. Of such a document only these paths are kept. */
  readonly optional?: readonly string[];
  /** True for a bidder that the old server calls; `stated` reads the bidder's part of the file. */
  readonly isAsked: (turn: Pick<JointTurn, 'stated' | 'names' | 'around'>) => boolean;
}
