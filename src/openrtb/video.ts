/** Video and Audio placements (OpenRTB 2.5 sections 3.2.7 and 3.2.8, plus the 2.6 pod fields). */
import { Type, type Static } from 'typebox';
import { Banner } from './banner.ts';
import { AnyObject, fields, Integers, Strings } from './schema.ts';

/** A floor for creatives of some length. Seconds, and a price per mille. */
export const DurFloors = fields({
  mindur: Type.Integer(),
  maxdur: Type.Integer(),
  bidfloor: Type.Number(),
  ext: AnyObject,
});

const streamFields = {
  mimes: Strings,
  minduration: Type.Integer(),
  maxduration: Type.Integer(),
  poddur: Type.Integer(),
  protocols: Integers,
  startdelay: Type.Integer(),
  rqddurs: Integers,
  podid: Type.String(),
  podseq: Type.Integer(),
  sequence: Type.Integer(),
  slotinpod: Type.Integer(),
  mincpmpersec: Type.Number(),
  battr: Integers,
  maxextended: Type.Integer(),
  minbitrate: Type.Integer(),
  maxbitrate: Type.Integer(),
  delivery: Integers,
  companionad: Type.Array(Banner),
  api: Integers,
  companiontype: Integers,
  maxseq: Type.Integer(),
  durfloors: Type.Array(DurFloors),
  ext: AnyObject,
};

/** A video placement. Durations in seconds, sizes in device independent pixels. */
export const Video = fields({
  ...streamFields,
  protocol: Type.Integer(),
  w: Type.Integer(),
  h: Type.Integer(),
  placement: Type.Integer(),
  plcmt: Type.Integer(),
  linearity: Type.Integer(),
  skip: Type.Integer(),
  skipmin: Type.Integer(),
  skipafter: Type.Integer(),
  boxingallowed: Type.Integer(),
  playbackmethod: Integers,
  playbackend: Type.Integer(),
  pos: Type.Integer(),
  poddedupe: Integers,
});
/** A video placement. */
export type Video = Static<typeof Video>;

/** Whether the video plays outside other video: `placement` is over 1 (spec 4.1.2). */
export function isOutstream(video: Video | undefined): boolean {
  return (video?.placement ?? 0) > 1;
}

/**
 * Whether the video accompanies other content, which rules of `bidadjustments` also count as outstream: `plcmt` is 2, whatever its older
 * `placement` (implementation A 2.1).
 */
export function isAccompanying(video: Video | undefined): boolean {
  return video?.plcmt === 2;
}

/** An audio placement. Durations in seconds. */
export const Audio = fields({
  ...streamFields,
  feed: Type.Integer(),
  stitched: Type.Integer(),
  nvol: Type.Integer(),
});
