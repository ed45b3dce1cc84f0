/** Reads the bidders' recorded cases (shared/bidders/fixtures/README, 1): keys match in any case, and absent lists are empty. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isObject, type JsonObject } from '../../src/openrtb/json-object.ts';
import type { TypeTable } from './typed-decode.ts';

/** One bidder's settings for its cases, and the folder that holds them. */
export interface TestConfig {
  readonly fixtures: string;
  readonly bidderCode: string;
  readonly endpoint: string;
  readonly extraInfo?: string;
  readonly platformId?: string;
  readonly appSecret?: string;
  readonly xapi?: { readonly username?: string; readonly password?: string; readonly tracker?: string };
  readonly server?: { readonly externalUrl?: string; readonly gvlId?: number; readonly dataCenter?: string };
  readonly overrides?: {
    readonly clock?: string;
    readonly uuid?: string;
    readonly random?: string;
    readonly testMode?: boolean;
    /** The number of a week (ISO 8601). */
    readonly week?: string;
    /** The placeholder for the seconds of the clock in the query member `ts`. */
    readonly cacheBuster?: string;
  };
}

/** An expected error. */
export interface ExpectedError {
  readonly value: string;
  readonly comparison: string;
}

/** One expected call and what the bidder answers to it. */
export interface ExpectedCall {
  readonly uri: string;
  readonly headers: JsonObject | undefined;
  readonly body: unknown;
  readonly impids: readonly string[];
  readonly status: number;
  readonly replyText: string;
  readonly replyHeaders: { readonly [name: string]: readonly string[] };
}

/** One expected bid. */
export interface ExpectedBid {
  readonly bid: unknown;
  readonly type: string;
  readonly seat: string;
  readonly video: JsonObject | undefined;
}

/** What reading one reply must give. */
export interface ExpectedResult {
  readonly currency: string;
  readonly bids: readonly ExpectedBid[];
  readonly fledge: readonly JsonObject[];
}

/** One case. */
export interface Case {
  readonly name: string;
  readonly entryPoint: '' | 'amp' | 'video';
  readonly request: JsonObject;
  readonly calls: readonly ExpectedCall[];
  readonly requestErrors: readonly ExpectedError[];
  readonly results: readonly ExpectedResult[];
  readonly replyErrors: readonly ExpectedError[];
}

/** The folder of the cases and the two tables beside it; without `types`, JSON is compared unchanged. */
export interface FixtureSet {
  readonly folder: string;
  readonly configs: { readonly [code: string]: readonly TestConfig[] };
  readonly types: TypeTable | undefined;
}

/**
 * Reads the tables beside `folder`, else those beside `standard`; neither is required. A folder of cases that the settings do not
 * name belongs to the bidder with this code, at its own endpoint; `endpointOf` returns undefined for an unknown bidder. Throws an
 * Error that names a folder that belongs to no bidder.
 */
export function readSet(
  folder: string,
  standard: string,
  endpointOf: (code: string) => string | undefined,
): FixtureSet {
  const table = (name: string): unknown => {
    const path = [join(folder, '..', name), join(standard, '..', name)].find(existsSync);
    return path === undefined ? undefined : JSON.parse(readFileSync(path, 'utf8'));
  };
  const configs = { ...(table('test-config.json') as FixtureSet['configs'] | undefined) };
  const named = new Set(Object.values(configs).flatMap((all) => all.map(({ fixtures }) => fixtures)));
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (!entry.isDirectory() || named.has(entry.name)) continue;
    const endpoint = endpointOf(entry.name);
    if (endpoint === undefined)
      throw new Error(`${join(folder, entry.name)} has the name of no bidder: name it for the code of one`);
    configs[entry.name] = [{ fixtures: entry.name, bidderCode: entry.name, endpoint }];
  }
  return { folder, configs, types: table('ortb-types.json') as TypeTable | undefined };
}

/** The cases of one configuration, in the order of their paths. */
export function readCases(folder: string, { fixtures, endpoint }: TestConfig): Case[] {
  const root = join(folder, fixtures);
  if (!existsSync(root)) return [];
  const paths = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.json'));
  return paths.toSorted().flatMap((path) => {
    const file = lowerKeys(JSON.parse(withPublicHosts(readFileSync(join(root, path), 'utf8'), endpoint)));
    return file['mockbidrequest'] === undefined ? [] : [readCase(`${fixtures}/${path}`, file)];
  });
}

/** Replaces loopback addresses with public host names where a param is the whole host: this server never accepts an address there. */
function withPublicHosts(text: string, endpoint: string): string {
  return /^\w+:\/\/\{\{\.\w+\}\}\//.test(endpoint)
    ? text.replaceAll(/\b127\.0\.0\.(\d+)\b/g, 'host$1.example.com')
    : text;
}

function readCase(name: string, file: JsonObject): Case {
  const kind = name.split('/').at(-2) ?? '';
  return {
    name,
    entryPoint: kind.startsWith('amp') ? 'amp' : kind.startsWith('video') ? 'video' : '',
    request: file['mockbidrequest'] as JsonObject,
    calls: list(file['httpcalls']).map(readCall),
    requestErrors: list(file['expectedmakerequestserrors']).map(readError),
    results: list(file['expectedbidresponses']).map(readResult),
    replyErrors: list(file['expectedmakebidserrors']).map(readError),
  };
}

function readCall(call: JsonObject): ExpectedCall {
  const request = lowerKeys(call['expectedrequest']);
  const reply = lowerKeys(call['mockresponse']);
  return {
    uri: String(request['uri'] ?? ''),
    headers: isObject(request['headers']) ? request['headers'] : undefined,
    body: request['body'],
    impids: (request['impids'] ?? []) as string[],
    status: Number(reply['status'] ?? 0),
    replyText: reply['body'] === undefined ? '' : JSON.stringify(reply['body']),
    replyHeaders: (reply['headers'] ?? {}) as ExpectedCall['replyHeaders'],
  };
}

function readError(error: JsonObject): ExpectedError {
  return { value: String(error['value'] ?? ''), comparison: String(error['comparison'] ?? '') };
}

function readResult(result: JsonObject): ExpectedResult {
  return {
    currency: String(result['currency'] ?? ''),
    bids: list(result['bids']).map((bid) => ({
      bid: bid['bid'],
      type: String(bid['type'] ?? ''),
      seat: String(bid['seat'] ?? ''),
      video: isObject(bid['video']) ? bid['video'] : undefined,
    })),
    fledge: list(result['fledgeauctionconfigs']),
  };
}

/** The objects of a list, their keys in lower case; an absent list is empty. */
function list(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.map(lowerKeys) : [];
}

function lowerKeys(value: unknown): JsonObject {
  if (!isObject(value)) return {};
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key.toLowerCase(), member]));
}
