/** OpenRTB's media types; an imp may offer several (OpenRTB 2.6 section 3.2.4). */

/** In the order in which an imp with several media types is read. */
export const mediaTypes = ['banner', 'video', 'audio', 'native'] as const;

/** One media type. */
export type MediaType = (typeof mediaTypes)[number];

/** Whether a word is a media type, in exactly this spelling. */
export function isMediaType(word: unknown): word is MediaType {
  return mediaTypes.some((type) => type === word);
}
