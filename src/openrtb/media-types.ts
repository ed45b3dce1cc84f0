/** The kinds of ad of OpenRTB, which an imp may be of several of (OpenRTB 2.6 section 3.2.4). */

/** In the order in which an imp of several kinds is read. */
export const mediaTypes = ['banner', 'video', 'audio', 'native'] as const;

/** One kind of ad. */
export type MediaType = (typeof mediaTypes)[number];

/** Whether a word is one of them, written as they are. */
export function isMediaType(word: unknown): word is MediaType {
  return mediaTypes.some((type) => type === word);
}
