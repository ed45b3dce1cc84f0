/**
 * The envelope: what admission knows about a request before it is parsed (house, 'The journey of one request'). Each leaf distinguishes
 * absent from hidden, because under RFC 7396 only an absent one may come from a stored request.
 */

/**
 * One leaf: undefined = absent; null = present but of the wrong type, or below a value that is not an object (either hides a stored value);
 * else the value.
 */
export type Leaf<T> = T | null | undefined;

/** `publisher.id` and `publisher.ext.<namespace>.parentAccount` of a site, app or dooh. */
export interface PublisherEnvelope {
  readonly id: Leaf<string>;
  readonly parentAccount: Leaf<string>;
}

/** Most entries read from a list of profiles: no more can count, whatever host and account allow. */
export const profilesRead = 10;

/** The leaves of one request, or of one stored request. */
export interface Envelope {
  /** Any JSON number, unchecked; meant as milliseconds. -0 is read as 0. */
  readonly tmax: Leaf<number>;
  readonly site: PublisherEnvelope;
  readonly app: PublisherEnvelope;
  readonly dooh: PublisherEnvelope;
  /** `app.id`. */
  readonly appId: Leaf<string>;
  /** `ext.<namespace>.storedrequest.id`. */
  readonly storedRequest: Leaf<string>;
  /** `imp[].ext.<namespace>.storedrequest.id`, one per imp; null: `imp` is present but not an array. */
  readonly storedImps: Leaf<readonly Leaf<string>[]>;
  /**
   * The string at `ext.<namespace>.storedauctionresponse.id`, then those at `imp[].ext.<namespace>.storedauctionresponse.id` and
   * `….storedbidresponse[].id`, in document order, without duplicates.
   */
  readonly storedResponses: readonly string[];
  /** The strings among the first entries (`profilesRead`) of `ext.<namespace>.profiles`. */
  readonly profiles: Leaf<readonly string[]>;
  /**
   * The strings in `ext.<namespace>.impprofiles` (profiles that a GET request names for its imp), then those in every
   * `imp[].ext.<namespace>.profiles`, in document order, without duplicates.
   */
  readonly impProfiles: readonly string[];
}

/** The ids that a stored imp names. */
export type ImpNames = Pick<Envelope, 'storedResponses' | 'impProfiles'>;

/** An envelope, or the sentence for a 400. */
export type ReadEnvelope =
  | { readonly ok: true; readonly envelope: Envelope }
  | { readonly ok: false; readonly fault: string };
