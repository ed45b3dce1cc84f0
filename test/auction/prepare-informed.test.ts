/** The first hop runs again only if a plugin asks something (src/plugins, `question`). */
import t from 'tap';
import type { AuctionParts } from '../../src/auction/auction-input.ts';
import { neverCancelled } from '../../src/auction/cancel.ts';
import type { PrepareMessage, PrepareResult } from '../../src/auction/messages.ts';
import { PluginLookUps } from '../../src/auction/plugin-look-ups.ts';
import { prepareInformed } from '../../src/auction/prepare-informed.ts';
import { prepareMessage } from '../support/hops.ts';

t.test('a first hop without questions is not run again, nor one that refuses its request', async (t) => {
  const settings = { it: { file: 'it.ts', enabled: true, settings: {}, lookUpMs: 1000 } };
  const lookUps = new PluginLookUps(settings, new Map([['it', { lookUp: async () => t.fail() }]]), t.fail);
  const refused: PrepareResult = { ok: false, status: 400, faults: ['no imp'] };
  const found: unknown[] = [];
  const prepare = async (message: PrepareMessage): Promise<PrepareResult> => {
    found.push(message.found);
    return refused;
  };
  const parts = { hops: { prepare }, lookUps, cohort: { join: t.fail }, codeBugs: { note: t.fail } };
  const patience = { lastAtMs: Infinity, cancel: neverCancelled };
  const result = await prepareInformed(() => prepareMessage({ id: 'r1' }), parts as unknown as AuctionParts, patience);
  t.equal(result, refused);
  t.strictSame(found, [null]);
});
