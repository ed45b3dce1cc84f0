/** Decides which parts of a request the address of an auction without a body may change (implementation B, its GET interface). */
import type { JsonObject } from './merge-patch.ts';

/** Members that the address sets, as patches of what has them (RFC 7396). */
export interface GetPatches {
  /** Of the whole request, in its OpenRTB 2.6 places. */
  readonly request: JsonObject;
  /** Of the imp's media types. */
  readonly banner: JsonObject;
  readonly video: JsonObject;
  readonly audio: JsonObject;
  readonly site: JsonObject;
  readonly app: JsonObject;
  /** Of the content of site, app or dooh. */
  readonly content: JsonObject;
}
