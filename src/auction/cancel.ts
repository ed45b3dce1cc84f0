/** How an auction hears that its client has disconnected (house, 'The journey of one request'). */

/** Signals that the client has disconnected. */
export interface Cancel {
  onAbort(listener: () => void): void;
  readonly isAborted: boolean;
}

/** For work that has no client. */
export const neverCancelled: Cancel = { isAborted: false, onAbort: () => undefined };
