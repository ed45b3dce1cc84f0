/**
 * Finds what is wrong with `defaultRequest` (implementations A 1.4, B 0): the first hop judges a minimal request that it is merged into.
 */
import { openContext } from '../../workers/frame.ts';
import type { BidderDefinition } from '../adapter/define-bidder.ts';
import type { AuctionContext } from '../auction/context.ts';
import type { PrepareMessage } from '../auction/messages.ts';
import type { Config } from '../config/schema.ts';
import { isDeeper, maxDepth } from '../openrtb/depth.ts';
import { isObject, type JsonObject } from '../openrtb/json-object.ts';
import { nodeAt } from '../openrtb/node-at.ts';
import { parsedJson } from '../openrtb/parsed-json.ts';
import { judgedMessage, judgingHops, warningsOf } from './judged-request.ts';
import { bareRequest, standInId } from './live-request.ts';

/** Members that belong to a single request, or that are read before the default is merged in; and what to do instead. */
const foreign: readonly (readonly [member: string, fix: string])[] = [
  ['id', 'each request has its own: remove it'],
  ['imp', 'each request has its own: keep imps in stored requests'],
  ['site', 'requests of apps would get it too: remove it'],
  ['app', 'requests of websites would get it too: remove it'],
  ['dooh', 'all other requests would get it too: remove it'],
  ['tmax', 'set auction.tmaxDefaultMs instead'],
  ['source.tid', 'each request has its own: remove it'],
];

/** Members that belong to a single user. */
const personal =
  'user.id user.buyeruid user.eids user.ext.eids user.consent user.ext.consent device.ua device.ip device.ipv6 device.ifa'.split(
    ' ',
  );

/** Faults of the default request, and doubts: what is probably not intended. Each is a sentence with the fix. */
export interface DefaultRequestJudgement {
  readonly faults: readonly string[];
  readonly doubts: readonly string[];
}

/** Judges `defaultRequest`. Faulty settings of bidders are reported elsewhere. */
export function judgeDefaultRequest(
  config: Config,
  { definitions }: { readonly definitions: readonly BidderDefinition[] },
): DefaultRequestJudgement {
  const { defaultRequest, namespace } = config;
  if (defaultRequest === '') return { faults: [], doubts: [] };
  const value = parsedJson(defaultRequest);
  if (!isObject(value)) return refused(['is not a JSON object: write {…}']);
  if (isDeeper(value, maxDepth)) return refused([`is nested too deeply: ${maxDepth} levels are allowed`]);
  const members = foreignMembers(value, namespace);
  if (members.length > 0) return refused(members);
  const hops = judgingHops(config, definitions);
  if ('faults' in hops) return { faults: [], doubts: [] };
  const result = hops.prepare(messageOf(config));
  if (!result.ok) return refused(result.faults.map((fault) => `makes a request invalid: ${fault}`));
  if (!('calls' in result)) return { faults: [], doubts: [] };
  const context = openContext(result);
  return {
    faults: sentencesOf(context.errors),
    doubts: [
      ...sentencesOf(warningsOf(context, config)),
      ...personalMembers(value),
      ...testingMembers(value, namespace),
    ],
  };
}

function sentencesOf(problems: AuctionContext['errors']): string[] {
  return problems.flatMap(([of, found]) => found.map(({ message }) => doubtOf(of, message)));
}

/** The doubt about the default request that stands for a warning about `of` in a request made from it. */
export function doubtOf(of: string, message: string): string {
  return `defaultRequest: ${of}: ${message}`;
}

function refused(faults: readonly string[]): DefaultRequestJudgement {
  return { faults: faults.map((fault) => `defaultRequest ${fault}`), doubts: [] };
}

function foreignMembers(value: JsonObject, namespace: string): string[] {
  const faults = foreign
    .filter(([member]) => nodeAt(value, member.split('.')) !== undefined)
    .map(([member, fix]) => `has ${member}: ${fix}`);
  for (const name of ['storedrequest', 'storedauctionresponse', 'profiles', 'amp', 'auctiontimestamp']) {
    if (nodeAt(value, ['ext', namespace, name]) !== undefined)
      faults.push(`has ext.${namespace}.${name}, which each request sets itself: remove it`);
  }
  return faults;
}

function personalMembers(value: JsonObject): string[] {
  return personal
    .filter((path) => nodeAt(value, path.split('.')) !== undefined)
    .map((path) => `defaultRequest has ${path}: every user without one of their own would get it: remove it`);
}

function testingMembers(value: JsonObject, namespace: string): string[] {
  const debug = ['ext', namespace, 'debug'];
  const doubts: string[] = [];
  if (nodeAt(value, ['test']) === 1)
    doubts.push('defaultRequest has test: 1, which marks every auction as a test: remove it');
  if (nodeAt(value, debug) === true)
    doubts.push(
      `defaultRequest has ${debug.join('.')}, which shows the calls to bidders to every client: set debug.overrideToken instead`,
    );
  return doubts;
}

function messageOf(config: Config): PrepareMessage {
  const body = Buffer.from(JSON.stringify(bareRequest(config.namespace)));
  const admitted = { account: standInId, app: '', tmax: null };
  return judgedMessage({ body, admitted, account: JSON.stringify(config.accounts.defaults) }, config);
}
