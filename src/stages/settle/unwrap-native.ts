/** Decides the form of native markup in the answer: that of OpenRTB Native 1.1, the only one that clients read. */
import { bareNative, markupObject } from '../../adapter/native-markup.ts';

/** The start of the Native 1.0 form: an object with the one member `native`. */
const opening = /^\s*\{\s*"native"\s*:/;

/** The markup without the object around it and otherwise letter for letter; the same text where there is no such object. */
export function unwrapNative(adm: string): string {
  const [opened] = opening.exec(adm) ?? [];
  if (opened === undefined) return adm;
  // The inner text is parsed only to check that it is an object.
  const within = adm.trimEnd().endsWith('}') ? adm.slice(opened.length, adm.lastIndexOf('}')).trim() : '';
  return markupObject(within) === undefined ? (bareNative(adm) ?? adm) : within;
}
