/** Decides where build.ts writes the addon and addon.ts loads it: one file per platform and architecture. */

/** The addon's path, relative to this folder. */
export const addonPath = `./build/envelope-${process.platform}-${process.arch}.node`;
