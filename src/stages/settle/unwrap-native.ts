/** Decides in which form native markup goes on: as of OpenRTB Native 1.1, for that is all that clients read. */
import { bareNative, markupObject } from '../../adapter/native-markup.ts';

/** How the form of Native 1.0 begins: an object with the one member `native`. */
const opening = /^\s*\{\s*"native"\s*:/;

/** The markup without the object around it, every letter as it was; the same text where there is none. */
export function unwrapNative(adm: string): string {
  const [opened] = opening.exec(adm) ?? [];
  if (opened === undefined) return adm;
  // What stands within is read once: that it is an object is all that must be known of it.
  const within = adm.trimEnd().endsWith('}') ? adm.slice(opened.length, adm.lastIndexOf('}')).trim() : '';
  return markupObject(within) === undefined ? (bareNative(adm) ?? adm) : within;
}
