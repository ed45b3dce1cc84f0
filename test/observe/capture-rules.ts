/** The settings of captures in tests, without their path. */

/** Captures every auction, with user ids. */
export const captureRules = {
  cookies: 1,
  hostCookie: { family: '', cookieName: '', optOutCookie: { name: '', value: '' } },
  maxBytes: 1e9,
  keep: 2,
  keepUserIds: true,
  secrets: [],
  sampleRate: 1,
  maxWaitingBytes: 1e9,
  maxReplyBytes: 1_048_576,
};
