/** Decides where build.ts puts the addon and addon.ts finds it: one file for each kind of machine. */

/** The addon's path from this folder. */
export const addonPath = `./build/envelope-${process.platform}-${process.arch}.node`;
