/** Decides which parts of a request the URL of a GET auction may change (implementation B, its GET interface). */
import type { JsonObject } from './json-object.ts';

/** Members that the URL sets, as merge patches (RFC 7396). */
export interface GetPatches {
  /** Patches the whole request, in its OpenRTB 2.6 places. */
  readonly request: JsonObject;
  /** `banner`, `video` and `audio` patch these media types of the imp. */
  readonly banner: JsonObject;
  readonly video: JsonObject;
  readonly audio: JsonObject;
  readonly site: JsonObject;
  readonly app: JsonObject;
  /** Patches the content of site, app or dooh. */
  readonly content: JsonObject;
}
