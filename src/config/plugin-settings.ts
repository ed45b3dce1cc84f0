/**
 * The settings of plugins, the host's own code (implementations A 10 and B 12, 'Hooks/modules'): their files, and the accounts they run
 * for.
 */
import { Type } from 'typebox';
import { anything, byCode, group, maybe, text, toggle, whole } from './kinds.ts';

const plugin = group(
  {
    file: text(
      { minLength: 1 },
      'Its file (.ts, .js, .mjs or .cjs), whose default export is a Plugin (src/plugins); relative to the working directory.',
    ),
    enabled: toggle(true, 'Run for every account that does not disable it; false: only for accounts that enable it.'),
    settings: anything("The plugin's own settings, any map."),
    lookUpMs: whole(
      { min: 1, max: 1000, default: 30 },
      'Timeout of its lookUp, in milliseconds, at most half of the auction’s time; this is taken from the bidders’ time.',
    ),
  },
  'One plugin.',
);

const accountPlugin = group(
  {
    enabled: maybe("Run in this account's auctions."),
    settings: Type.Optional(anything("Merged over the host's settings of the plugin (JSON Merge Patch).")),
  },
  'One plugin, for this account.',
);

/** The schema of `plugins`. */
export const pluginsSection = byCode(
  plugin,
  'The host’s own code that runs in auctions, by a name of the host’s choice; plugins run in the order given here.',
);

/** The schema of an account's `plugins`. */
export const accountPlugins = byCode(accountPlugin, "The host's plugins by name, for this account.");
