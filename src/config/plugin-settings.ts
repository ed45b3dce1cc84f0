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
      'Its file, .ts, .js, .mjs or .cjs, whose default export is a Plugin (src/plugins); a path from the working directory.',
    ),
    enabled: toggle(true, 'Runs for every account that does not say otherwise; false: only for those that enable it.'),
    settings: anything('Settings of the plugin itself, any map.'),
    lookUpMs: whole(
      { min: 1, max: 1000, default: 30 },
      'Longest wait for its lookUp, in milliseconds, half of the auction’s time at most; it is taken from the bidders’ time.',
    ),
  },
  'One plugin.',
);

const accountPlugin = group(
  {
    enabled: maybe("Runs in this account's auctions."),
    settings: Type.Optional(anything("Members that take the place of the host's (JSON Merge Patch).")),
  },
  'One plugin, for this account.',
);

/** The schema of `plugins`. */
export const pluginsSection = byCode(
  plugin,
  'The host’s own code that runs in auctions, by a name of its choice; plugins run in the order given here.',
);

/** The schema of an account's `plugins`. */
export const accountPlugins = byCode(accountPlugin, 'Plugins of the host by name, for this account.');
