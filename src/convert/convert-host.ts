/** Converts a host's file: applies rules, bidders, account defaults and pins, and reports unknown settings. */
import type { KnownBidder } from '../adapter/known-bidders.ts';
import { nearest } from '../config/suggest.ts';
import { configSchema } from '../config/schema.ts';
import { hostOf } from './conversions.ts';
import { applyPins, applyRules } from './apply-rules.ts';
import { Draft } from './draft.ts';
import type { Field } from './field.ts';
import { places, settingAt } from './find-settings.ts';
import { listed, type Notes } from './notes.ts';
import type { Around, OldServer, Pin } from './rule.ts';
import { readSource, type SourceNode } from './source.ts';
import { tellStrangers } from './unknown-settings.ts';
import { Uses } from './uses.ts';

/** What a conversion works with. */
export interface Parts {
  readonly server: OldServer;
  readonly known: ReadonlyMap<string, KnownBidder>;
  readonly notes: Notes;
  readonly textOf: Around['textOf'];
}

/** What every host needs that comes from another server. */
const commonPins: readonly Pin[] = [{ to: 'namespace', value: 'prebid', why: 'existing clients use ext.prebid' }];

/** What rules may ask about the file `root`, which is undefined for accounts without their host's file; `account` is the id of one. */
export function aroundOf(root: SourceNode | undefined, { server, known, textOf }: Parts, account = ''): Around {
  const codes = new Map([...known.keys()].map((code) => [code.toLowerCase(), code]));
  const folded = new Map([...known.keys()].map((code) => [server.fold(code), code]));
  return {
    account,
    hasHost: root !== undefined,
    stated: (path) => (root === undefined ? undefined : settingAt(root, path, server.fold)),
    codeOf: (name) => codes.get(name.toLowerCase()) ?? folded.get(server.fold(name)) ?? name,
    known,
    textOf,
  };
}

/** The configuration for the file `root`, with the bidders of `more` added that the file does not name. */
export function convertHost(root: SourceNode, parts: Parts, more: readonly string[]): Draft {
  const { server, notes } = parts;
  const draft = new Draft(configSchema);
  const uses = new Uses();
  const field: Field = { root, fold: server.fold, draft, notes, uses, around: aroundOf(root, parts), below: [] };
  // This keeps bidders in the order of the old file.
  for (const pattern of server.bidders)
    for (const { names } of places(root, pattern, server.fold))
      draft.open(['bidders', field.around.codeOf(names.at(-1)!)]);
  // First: what account defaults state takes precedence over what all accounts have from the host's own settings.
  convertDefaults(field, server);
  applyRules(server.hostRules, field);
  notes.leave(uses.leftPaths(), 'host');
  keepBidders(field, server, more);
  applyPins([...commonPins, ...server.pins], field);
  tellStrangers(root, { server, notes }, 'host');
  return draft;
}

/** How many unknown bidders get a suggestion of the name that was meant: finding one takes a while. */
const maxSuggestions = 100;

/** Keeps every bidder that the old server calls, and removes those that it does not, or that nobody could call. */
function keepBidders(field: Field, { bidders, isAsked, biddersNote }: OldServer, more: readonly string[]): void {
  const { root, fold, draft, notes, around } = field;
  const notAsked: string[] = [];
  let unknown = 0;
  for (const pattern of bidders) {
    for (const { node, names } of places(root, pattern, fold)) {
      const code = around.codeOf(names.at(-1)!);
      const path = ['bidders', code];
      if (!isAsked({ stated: (at) => settingAt(node, at, fold), names, around })) notAsked.push(code);
      else if (cannotBeAsked(draft, code, around)) {
        unknown += 1;
        const meant = unknown > maxSuggestions ? '' : nearest(code, around.known.keys());
        const hint = meant === '' ? '' : `, or did you mean ${meant}?`;
        notes.tell(node.path, `Gavel has no bidder of this name: give it an endpoint, or remove it${hint}`);
      } else continue;
      draft.remove(path);
    }
  }
  if (notAsked.length > 0)
    notes.tell(bidders[0]!.replace('.*', ''), `disabled in the old server, so left out: ${listed(notAsked, maxNamed)}`);
  for (const name of more) addBidder(field, name);
  if (biddersNote !== '') notes.tell(bidders[0]!.replace('.*', ''), biddersNote);
}

/** How many bidders are named in a note. */
const maxNamed = 30;

function cannotBeAsked(draft: Draft, code: string, { known }: Around): boolean {
  return !known.has(code) && ['endpoint', 'aliasOf', 'adapter'].every((key) => !draft.has(['bidders', code, key]));
}

function addBidder({ draft, notes, around }: Field, name: string): void {
  const code = around.codeOf(name);
  if (around.known.has(code)) return draft.open(['bidders', code]);
  const meant = nearest(name, around.known.keys());
  notes.tell('--bidders', `Gavel has no bidder ${name}${meant === '' ? '' : `: did you mean ${meant}?`}`);
}

/** Account defaults are in the host's file as a map, or as JSON in a text. */
function convertDefaults(field: Field, server: OldServer): void {
  const stated = settingAt(field.root, server.accountDefaults, server.fold);
  if (stated === undefined) return;
  const read = stated.children === undefined ? readSource(stated.text, stated.path, server) : { root: stated };
  if ('faults' in read) return read.faults.forEach((fault) => field.notes.tell('', fault));
  // Settings read from a text have paths of their own.
  const uses = new Uses();
  if (stated.children === undefined) field.notes.prefix = stated.path;
  applyRules(server.accountRules, { ...field, root: read.root, uses, below: ['accounts', 'defaults'] });
  tellStrangers(read.root, { server, notes: field.notes }, 'account');
  field.notes.leave(uses.leftPaths(), 'host');
  field.notes.prefix = '';
  admitProvider(field.draft);
}

/** Gavel fetches floors only from hosts that the host admits: that of the account defaults is. */
function admitProvider(draft: Draft): void {
  const url = draft.at(['accounts', 'defaults', 'priceFloors', 'fetch', 'url']);
  const host = url === undefined || url instanceof Map ? '' : hostOf(String(url.value));
  if (host !== '') draft.put(['priceFloors', 'providerHosts'], [host]);
}
