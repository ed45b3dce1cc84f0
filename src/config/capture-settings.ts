/** The settings of capture (issue 6, item 3): which auctions are recorded for replay, where, and how much of them. */
import { section, share, text, toggle, whole } from './kinds.ts';

/** The schema of `capture`. */
export const captureSection = section(
  {
    path: text(
      { default: '' },
      'File of captured auctions, such as captures/auctions.ndjson: each process writes auctions-<time>-<pid>-<number>.ndjson beside it; empty: none.',
    ),
    sampleRate: share(
      0.01,
      'Share of the auctions that is captured; 0: only those that POST /capture on the admin port asks for.',
    ),
    keepUserIds: toggle(
      false,
      'Keep ids, addresses, places and cookies of users; otherwise they are redacted, and requests that are not JSON are left out.',
    ),
    maxBytes: whole(
      { min: 65_536, max: 1_099_511_627_776, default: 104_857_600 },
      'Size at which a file is ended and a new one begun.',
    ),
    keep: whole(
      { min: 1, max: 1000, default: 5 },
      'How many files are kept for all processes together, but at least one more than there are processes; the oldest is removed.',
    ),
    maxWaitingBytes: whole(
      { min: 1_048_576, max: 1_073_741_824, default: 16_777_216 },
      'Most memory of auctions that wait to be written, per process; over it they are dropped and counted.',
    ),
  },
  'Captured auctions, for bench:replay.',
);
