/** A log for tests that look at something else. */

const nothing = (): void => undefined;

/** Drops everything. */
export const muteLog = { info: nothing, warn: nothing, error: nothing };
