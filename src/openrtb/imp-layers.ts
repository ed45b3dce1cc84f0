/** Lays the imps of one request over the stored parts that they name (RFC 7396; decisions, 'Stored merges'), until that copies too much. */
import { copiedMembers, mostMembers } from './copied-members.ts';
import { meetParams } from './meet-params.ts';
import { type JsonObject } from './json-object.ts';
import { mergePatch } from './merge-patch.ts';
import { yieldImp } from './yield-stored.ts';

/** The merges of one request's imps. */
export class ImpLayers {
  readonly #namespace: string;
  readonly #copied = copiedMembers();
  #members = 0;

  constructor(namespace: string) {
    this.#namespace = namespace;
  }

  /** True once the merges have copied too much: the request cannot be served. */
  get isTooMuch(): boolean {
    return this.#members > mostMembers;
  }

  /**
   * `over` merged over `under`, each value in one of its places only; `over` itself once too much was copied. `written`: how many members
   * the merge writes besides those that it copies. Neither argument is changed.
   */
  lay(over: JsonObject, under: JsonObject, written = 0): JsonObject {
    if (this.isTooMuch) return over;
    const { live, stored } = meetParams({ live: over, stored: under }, this.#namespace);
    this.#members += this.#copied(stored, live) + written;
    return this.isTooMuch ? over : (mergePatch(yieldImp(stored, live, this.#namespace), live) as JsonObject);
  }
}
