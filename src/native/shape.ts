/**
 * What admission knows of a request before anyone has parsed it: the envelope (house, 'The journey of one request').
 * Each leaf tells absent from hidden, because under RFC 7396 only an absent one may come from a stored request.
 */

/**
 * One leaf: undefined = absent; null = present but not of the wanted type, or below something that is no object
 * (either hides a stored value); else the value.
 */
export type Leaf<T> = T | null | undefined;

/** `publisher.id` and `publisher.ext.<namespace>.parentAccount` of a site, app or dooh. */
export interface PublisherEnvelope {
  readonly id: Leaf<string>;
  readonly parentAccount: Leaf<string>;
}

/** So many entries of a list of profiles are read: no more count, whatever host and account say. */
export const profilesRead = 10;

/** The leaves of one request, or of one stored request. */
export interface Envelope {
  /** Any JSON number, unchecked: milliseconds if the client is right. -0 is 0. */
  readonly tmax: Leaf<number>;
  readonly site: PublisherEnvelope;
  readonly app: PublisherEnvelope;
  readonly dooh: PublisherEnvelope;
  /** `app.id`. */
  readonly appId: Leaf<string>;
  /** `ext.<namespace>.storedrequest.id`. */
  readonly storedRequest: Leaf<string>;
  /** `imp[].ext.<namespace>.storedrequest.id`, one for each imp; null: `imp` is present and no array. */
  readonly storedImps: Leaf<readonly Leaf<string>[]>;
  /**
   * The string at `ext.<namespace>.storedauctionresponse.id`, then every one at `imp[].ext.<namespace>.storedauctionresponse.id`
   * and `….storedbidresponse[].id`, in document order, each once.
   */
  readonly storedResponses: readonly string[];
  /** The strings among the first entries (`profilesRead`) of `ext.<namespace>.profiles`. */
  readonly profiles: Leaf<readonly string[]>;
  /**
   * Those of `ext.<namespace>.impprofiles` (by which an address names the profiles of its imp), then those of every
   * `imp[].ext.<namespace>.profiles`, in document order, each once.
   */
  readonly impProfiles: readonly string[];
}

/** What a stored imp names. */
export type ImpNames = Pick<Envelope, 'storedResponses' | 'impProfiles'>;

/** An envelope, or the one sentence that a 400 says. */
export type ReadEnvelope =
  | { readonly ok: true; readonly envelope: Envelope }
  | { readonly ok: false; readonly fault: string };
