/**
 * The hosts whose hops are timed: one with thirty plain OpenRTB bidders, one with thirty real definitions.
 */
import type { HopFunctions } from '../../src/auction/hop-functions.ts';
import { caseCodes } from '../cases.ts';
import type { Target } from './target.ts';

/** Hops ready to run, and params for each of the host's bidders. */
export interface Host {
  readonly hops: HopFunctions;
  /** By bidder; plain bidders accept any params. */
  readonly params: ReadonlyMap<string, unknown>;
}

/** Thirty definitions of all kinds: plain, with code, and some that split the imps into many calls. */
export const realCodes: readonly string[] = [
  ...'appnexus pubmatic criteo openx triplelift sovrn sharethrough medianet smartadserver unruly'.split(' '),
  ...'yieldmo teads seedtag sonobi nobid onetag outbrain taboola rtbhouse rise'.split(' '),
  ...'kargo gumgum improvedigital inmobi conversant connatix beachfront 33across adf smaato'.split(' '),
];

/** The same in groups of five, one group per request. */
export const realFives = Array.from({ length: 6 }, (_, at) => realCodes.slice(at * 5, at * 5 + 5));

const common = { privacy: { gdpr: { defaultScope: false } } };

async function makeHops(target: Target, bidders: object, mark: string): Promise<HopFunctions> {
  const { definitions } = await target.loadBidders();
  const { createHops } = await target.importHops(mark);
  const knownAdapters = new Set(definitions.map(({ code }) => code));
  const file = { name: 'bench/micro', text: JSON.stringify({ ...common, bidders }) };
  const loaded = target.loadConfig({ file, env: {}, flags: {}, knownAdapters });
  if ('faults' in loaded) throw new Error(loaded.faults.join('\n'));
  return createHops({ config: loaded.config, server: 'gavel/bench' }, definitions);
}

/** Thirty plain bidders; `mark` as in target.ts. */
export async function plainHost(target: Target, mark = ''): Promise<Host> {
  const bidders = Object.fromEntries(caseCodes.map((code) => [code, { endpoint: `http://127.0.0.1:1/${code}` }]));
  return { hops: await makeHops(target, bidders, mark), params: new Map() };
}

/** Thirty real definitions with example params. */
export async function realHost(target: Target, mark = ''): Promise<Host> {
  const { definitions } = await target.loadBidders();
  const byCode = new Map(definitions.map((definition) => [definition.code, definition]));
  const bidders = Object.fromEntries(realCodes.map((code) => [code, { enabled: true }]));
  const params = new Map(realCodes.map((code) => [code, byCode.get(code)?.example]));
  return { hops: await makeHops(target, bidders, mark), params };
}
