/**
 * Decides which of a request's named profiles are merged in, and what is reported about the others
 * (implementation B 12, 'Stored profiles').
 */
import { maxDepth } from './depth.ts';
import type { JsonObject } from './json-object.ts';
import { partOf, readProfile, type ProfileType } from './profile.ts';

/** Stored profiles, and what the host's and the account's settings say about them. */
export interface StoredProfiles {
  /** By id, as the main thread found them; undefined for a text that is not a JSON object, or is deeper than `maxDepth`. */
  readonly profiles: ReadonlyMap<string, JsonObject | undefined>;
  /** The request's account. */
  readonly account: string;
  /** The most profiles of a request; each imp may have as many as the request leaves of them. */
  readonly most: number;
  /** True: a request with an unusable profile is rejected. False: the profile is left out. */
  readonly rejects: boolean;
  /** What the URL of a GET auction names: whether it names profiles of the request, and the profiles that replace those of its imp. */
  readonly address?: { readonly isNaming: boolean; readonly ofImp: unknown };
}

/** A list of profile names: its owner, its type, its place, and how many entries count. */
interface ProfileList {
  readonly type: ProfileType;
  readonly of: string;
  readonly place: string;
  readonly most: number;
}

/** A profile to merge in: over the existing values when it wins, else below them. */
export interface FoundProfile {
  readonly part: JsonObject;
  readonly wins: boolean;
}

/** The most unusable profiles that are reported: more than anyone fixes at once, and a request may name any number of them. */
const mostTold = 20;

/** The profiles of one request. */
export class ProfileFinder {
  readonly faults: string[] = [];
  readonly warnings: string[] = [];
  readonly #stored: StoredProfiles;
  readonly #namespace: string;
  /** By type and id, so that each fault is reported once. */
  readonly #known = new Map<string, FoundProfile | undefined>();

  constructor(stored: StoredProfiles, namespace: string) {
    this.#stored = stored;
    this.#namespace = namespace;
  }

  /** The profiles that the first entries of `list` name, and how many entries count; none when `list` is no list. */
  find(
    list: unknown,
    { type, of, place, most }: ProfileList,
  ): { readonly found: FoundProfile[]; readonly named: number } {
    const names: readonly unknown[] = Array.isArray(list) ? list : [];
    const counted = names.slice(0, Math.max(0, most));
    if (counted.length < names.length)
      this.warnings.push(
        `${of} names more profiles (${names.length}) than allowed (${counted.length}): the rest are ignored`,
      );
    // The type check reports entries of another type.
    const ids = counted.filter((id) => typeof id === 'string');
    return { found: ids.flatMap((id) => this.#profile(id, type, place) ?? []), named: counted.length };
  }

  #profile(id: string, type: ProfileType, place: string): FoundProfile | undefined {
    const key = `${type} ${id}`;
    if (this.#known.has(key)) return this.#known.get(key);
    const found = this.#read(id, type, place);
    this.#known.set(key, found);
    return found;
  }

  #read(id: string, type: ProfileType, place: string): FoundProfile | undefined {
    const { profiles, account } = this.#stored;
    const name = `Profile with ID=${JSON.stringify(id.slice(0, 200))}`;
    const object = profiles.get(id);
    if (object === undefined && profiles.has(id))
      return this.#leaveOut(`${name} is not a JSON object of at most ${maxDepth} levels: correct the stored text`);
    const profile = object && readProfile(object);
    if (typeof profile === 'string') return this.#leaveOut(`${name} ${profile}`);
    if (profile === undefined || (profile.account ?? account) !== account)
      return this.#leaveOut(`${name} not found: store it, or correct ${place}`);
    if (profile.type !== type)
      return this.#leaveOut(`${name} is a profile for ${profile.type}s: name it there, or correct ${place}`);
    const { part, idle } = partOf(profile, this.#namespace);
    if (idle.length > 0) this.warnings.push(`${name} has ${idle.join(', ')}, which are ignored: remove them from it`);
    return { part, wins: profile.wins };
  }

  #leaveOut(fault: string): undefined {
    const told = this.#stored.rejects ? this.faults : this.warnings;
    if (told.length < mostTold) told.push(this.#stored.rejects ? fault : `${fault}; it is ignored`);
  }
}
