/** The settings of capture (issue 6, item 3): which auctions are recorded for replay, where, and how much of them. */
import { section, share, text, toggle, whole } from './kinds.ts';

/** The schema of `capture`. */
export const captureSection = section(
  {
    path: text(
      { default: '' },
      'File name for captured auctions, such as captures/auctions.ndjson: each process writes auctions-<time>-<pid>-<number>.ndjson in that folder; empty: none.',
    ),
    sampleRate: share(
      0.01,
      'Fraction of auctions that is captured; 0: only those that POST /capture on the admin port asks for.',
    ),
    keepUserIds: toggle(
      false,
      "Keep users' ids, addresses, locations and cookies; otherwise they are redacted, and requests that are not JSON are not captured.",
    ),
    maxBytes: whole(
      { min: 65_536, max: 1_099_511_627_776, default: 104_857_600 },
      'Size at which a file is closed and a new one started.',
    ),
    keep: whole(
      { min: 1, max: 1000, default: 5 },
      'How many files are kept for all processes together, but at least one more than there are processes; the oldest is deleted.',
    ),
    maxWaitingBytes: whole(
      { min: 1_048_576, max: 1_073_741_824, default: 16_777_216 },
      'Maximum memory for auctions waiting to be written, per process; more are dropped and counted.',
    ),
  },
  'Captured auctions, for bench:replay.',
);
