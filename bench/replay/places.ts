/** Starts the services of a replay, with every bidder pointing to the farm that answers as recorded. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { request } from 'undici';
import { parse } from 'yaml';
import { capturedToken } from '../../src/http/debug-override.ts';
import { fixtureSettings } from '../fixture-file.ts';
import { startService } from '../subjects.ts';
import { knownBiddersOf, placeSettings, type BidderSettings } from './bidder-places.ts';

/** A service to replay against; `base` is its address without a path. */
export interface Place {
  readonly name: string;
  readonly base: string;
  stop(): Promise<void>;
}

/** Which service to start: `config` is a file (undefined: the fixtures' configuration), `set` are additional `path=value` settings. */
export interface PlaceSettings {
  readonly name: string;
  readonly dir: string;
  readonly config: string | undefined;
  readonly scratch: string;
  readonly farmPort: number;
  /** The hosts (scheme, name and port) at which each bidder was called. */
  readonly calledAt: ReadonlyMap<string, ReadonlySet<string>>;
  /** Whether auctions of the file contain a debug token. */
  readonly hasToken: boolean;
  readonly set: readonly string[];
}

/** Starts a service of the checkout `dir` with all bidders at the farm. Rejects with the faults of its configuration. */
export async function startPlace(settings: PlaceSettings): Promise<Place> {
  const { name, dir, scratch } = settings;
  const file = settings.config ?? join(scratch, 'service.json');
  if (settings.config === undefined) writeFileSync(file, fixtureSettings(scratch));
  const facts = factsOf(file);
  const moved = placeSettings(facts.bidders, await knownBiddersOf(dir), settings);
  const subject = await startService({
    name,
    configFile: file,
    settings: lastOfEach([...changedSettings(facts, settings), ...moved, ...settings.set]),
    dir,
  });
  return { name, base: new URL(subject.url).origin, stop: subject.stop };
}

/**
 * The host's settings that a replay changes (`path=value`). Recorded failures repeat without the pauses between them, so they must not
 * trigger breaker or throttle, nor notices to bidders. Events and captures are off, because they are for real auctions, and the host's bid
 * cache is not used: it has those of real auctions.
 */
export function changedSettings(
  { address, tellsTimeouts, hasCacheKey }: Facts,
  { hasToken, scratch }: Pick<PlaceSettings, 'hasToken' | 'scratch'>,
): string[] {
  return [
    'log.level=info',
    'admin.port=0',
    'capture.path=',
    'analytics.file.path=',
    'analytics.http.url=',
    'cache.store=embedded',
    `cache.path=${join(scratch, 'cache')}`,
    'cache.url=',
    'processes=1',
    'bidderHealth.breakerFailures=0',
    'bidderHealth.throttleMemory=0',
    // Only then, because older services do not know these settings.
    ...(tellsTimeouts ? ['auction.tellTimeouts=false'] : []),
    ...(hasCacheKey ? ['cache.apiKey='] : []),
    ...(hasToken ? [`debug.overrideToken=${capturedToken}`] : []),
    ...address,
  ];
}

/** Resolves with `place` if that running service answers. Rejects with an Error that says why it does not. */
export async function reached(place: Place): Promise<Place> {
  try {
    // Not `fetch`, because it refuses some ports.
    const { body } = await request(`${place.base}/status`);
    await body.dump();
    return place;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const why = code ?? message;
    throw new Error(`--service ${place.base} cannot be reached (${why}): start it, or name its address`, {
      cause: error,
    });
  }
}

/** The last setting of each path. */
function lastOfEach(settings: readonly string[]): string[] {
  return [...new Map(settings.map((setting) => [setting.split('=', 1)[0], setting])).values()];
}

/** What a replay needs to know from a configuration file. */
interface Facts {
  readonly bidders: { readonly [code: string]: BidderSettings | null };
  /** The setting for the address in recorded answers, which would otherwise follow the replay's port; empty if the file states it. */
  readonly address: readonly string[];
  /** True if the file says whether bidders get timeout notices. */
  readonly tellsTimeouts: boolean;
  /** True if the file has a key of the host's bid cache. */
  readonly hasCacheKey: boolean;
}

const usualPort = 8000;

/** Reads a configuration file. Gives nothing for an invalid one, because the service itself refuses it with a better message. */
export function factsOf(file: string): Facts {
  try {
    const config = parse(readFileSync(file, 'utf8')) as {
      readonly bidders?: Facts['bidders'] | null;
      readonly externalUrl?: string;
      readonly port?: number;
      readonly auction?: { readonly tellTimeouts?: boolean } | null;
      readonly cache?: { readonly apiKey?: string } | null;
    } | null;
    const port = variable('port') ?? config?.port ?? usualPort;
    const isStated = (variable('externalUrl') ?? config?.externalUrl) !== undefined;
    return {
      bidders: config?.bidders ?? {},
      address: isStated ? [] : [`externalUrl=http://localhost:${port}`],
      tellsTimeouts: (variable('auction__tellTimeouts') ?? config?.auction?.tellTimeouts) !== undefined,
      hasCacheKey: (variable('cache__apiKey') ?? config?.cache?.apiKey) !== undefined,
    };
  } catch {
    return { bidders: {}, address: [], tellsTimeouts: false, hasCacheKey: false };
  }
}

/** The value of a setting's environment variable. */
function variable(setting: string): string | undefined {
  const name = `SVC__${setting}`.toUpperCase();
  return Object.entries(process.env).find(([key]) => key.toUpperCase() === name)?.[1];
}
