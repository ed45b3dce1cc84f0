/** The native request that `imp.native.request` holds as text (OpenRTB Native 1.2 section 4; 1.0 and 1.1 with it). */
import { Type, type Static } from 'typebox';
import { AnyObject, fields, Integers, Strings } from './schema.ts';

/** One part of the native ad: exactly one of title, img, video and data. Sizes in device independent pixels, durations in seconds. */
export const Asset = fields({
  id: Type.Integer(),
  required: Type.Integer(),
  title: fields({ len: Type.Integer(), ext: AnyObject }),
  img: fields({
    type: Type.Integer(),
    w: Type.Integer(),
    wmin: Type.Integer(),
    h: Type.Integer(),
    hmin: Type.Integer(),
    mimes: Strings,
    ext: AnyObject,
  }),
  video: fields({
    mimes: Strings,
    minduration: Type.Integer(),
    maxduration: Type.Integer(),
    protocols: Integers,
    ext: AnyObject,
  }),
  data: fields({ type: Type.Integer(), len: Type.Integer(), ext: AnyObject }),
  ext: AnyObject,
});
/** One part of the native ad. */
export type Asset = Static<typeof Asset>;

/** An event to be tracked, and how. */
const EventTracker = fields({
  event: Type.Integer(),
  methods: Integers,
  ext: AnyObject,
});

/** The native request. */
export const NativeRequest = fields({
  ver: Type.String(),
  layout: Type.Integer(),
  adunit: Type.Integer(),
  context: Type.Integer(),
  contextsubtype: Type.Integer(),
  plcmttype: Type.Integer(),
  plcmtcnt: Type.Integer(),
  seq: Type.Integer(),
  assets: Type.Array(Asset),
  aurlsupport: Type.Integer(),
  durlsupport: Type.Integer(),
  eventtrackers: Type.Array(EventTracker),
  privacy: Type.Integer(),
  ext: AnyObject,
});
/** The native request. */
export type NativeRequest = Static<typeof NativeRequest>;
