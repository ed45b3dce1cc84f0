/** The facts of every definition are those of the data set (bidders, 'Facts are data'; shared/bidders/README). */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import type { TSchema } from 'typebox';
import type { BidderFacts, SyncPage } from '../../src/adapter/facts.ts';
import { schemaCheck } from '../../src/adapter/params.ts';
import { loadBidders } from '../../src/load-bidders.ts';
import { fixtureFolder } from './fixture-folder.ts';

/** A bidder of the data set; null where it has no value. */
interface Fact {
  readonly code: string;
  readonly aliasOf: string | null;
  readonly endpoint: string | null;
  readonly endpointCompression: string | null;
  readonly gvlVendorID: number | null;
  readonly openrtb: {
    readonly version?: string;
    readonly gppSupported?: boolean;
    readonly multiformatSupported?: boolean;
  } | null;
  readonly modifyingVastXmlAllowed: boolean;
  readonly capabilities: object | null;
  readonly userSync:
    | ({ readonly [name in 'iframe' | 'redirect']?: Partial<SyncPage> } & {
        readonly supports?: readonly string[];
      })
    | null;
  readonly cookieKey: string | null;
  readonly extraInfo: string | null;
  readonly platformId: string | null;
  readonly disabled: boolean;
  readonly whiteLabelOnly: boolean;
  readonly paramsSchema: (Schema & { readonly $schema: string }) | null;
}

/** The members read of a JSON schema of params. */
interface Schema {
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly properties?: { readonly [name: string]: Schema };
}

const path = join(fixtureFolder, '../facts.json');

/** Platforms sorted by name. */
function sorted(capabilities: object | null | undefined): unknown {
  return Object.entries(capabilities ?? {}).toSorted();
}

/** A sync page that appends the user's id has no macro for it. */
const page = (one: Partial<SyncPage> | undefined) => one && { userMacro: '', ...one };

/** An endpoint with a placeholder that the host must replace does not count. */
const isWhole = (endpoint: string) => !/REGION/.test(endpoint);

/** The facts of the data set; an alias without its own sync has `parentKey`, the key of its bidder. */
function expected(fact: Fact, parentKey: string | null): object {
  const { endpoint, openrtb, userSync } = fact;
  return {
    aliasOf: fact.aliasOf,
    endpoint: endpoint !== null && isWhole(endpoint) ? endpoint : null,
    endpointCompression: fact.endpointCompression,
    gvlVendorId: fact.gvlVendorID,
    ortbVersion: openrtb?.version ?? '2.5',
    gppSupported: openrtb?.gppSupported ?? false,
    multiformatSupported: openrtb?.multiformatSupported ?? true,
    modifyingVastXmlAllowed: fact.modifyingVastXmlAllowed,
    capabilities: sorted(fact.capabilities),
    key: fact.cookieKey ?? parentKey,
    iframe: page(userSync?.iframe),
    redirect: page(userSync?.redirect),
    supports: userSync?.supports,
    extraInfo: fact.extraInfo,
    platformId: fact.platformId,
    disabled: fact.disabled,
    whiteLabelOnly: fact.whiteLabelOnly,
  };
}

function known(code: string, aliasOf: string | undefined, facts: BidderFacts): object {
  const { sync } = facts;
  return {
    aliasOf: aliasOf ?? null,
    endpoint: facts.endpoint ?? null,
    endpointCompression: facts.endpointCompression ?? null,
    gvlVendorId: facts.gvlVendorId ?? null,
    ortbVersion: facts.ortbVersion ?? '2.5',
    gppSupported: facts.gppSupported ?? false,
    multiformatSupported: facts.multiformatSupported ?? true,
    modifyingVastXmlAllowed: facts.modifyingVastXmlAllowed ?? false,
    capabilities: sorted(facts.capabilities),
    key: sync ? (sync.key ?? code) : null,
    iframe: sync?.iframe,
    redirect: sync?.redirect,
    supports: sync?.supports,
    extraInfo: facts.extraInfo ?? null,
    platformId: facts.platformId ?? null,
    disabled: facts.disabled ?? false,
    whiteLabelOnly: facts.whiteLabelOnly ?? false,
  };
}

const skip = !existsSync(path) && `none at ${path}: set BIDDER_FIXTURES to the folder beside it`;

const bidders = (await loadBidders()).known;
const all = skip ? [] : (JSON.parse(readFileSync(path, 'utf8')) as readonly Fact[]);

t.test('each definition states the facts of its bidder', { skip }, async (t) => {
  t.ok(all.length > 0);
  const keys = new Map(all.map(({ code, cookieKey }) => [code, cookieKey]));
  for (const fact of all) {
    const bidder = bidders.get(fact.code);
    const parentKey = keys.get(fact.aliasOf ?? '') ?? null;
    t.strictSame(bidder && known(fact.code, bidder.aliasOf, bidder.facts), expected(fact, parentKey), fact.code);
  }
});

const texts = ['', 'x', '12', 'https://a.example/x', '123e4567-e89b-12d3-a456-426614174000', 'x'.repeat(40)];
const values = [...texts, 0, 1, -1, 1.5, 1000, true, null, {}, { a: 'b' }, [], ['x'], [1], [{}]];

const about = (bound: number): number[] => [bound - 1, bound, bound + 1];

/** Values of all types, those that the schema names, and those near its bounds, also inside lists and objects. */
function probes({ items, properties = {}, ...own }: Schema): unknown[] {
  const { enum: named = [], minimum = 0, maximum = 0, minLength = 0, maxLength = 0, anyOf = [], oneOf = [] } = own;
  const lengths = [minLength, maxLength].flatMap(about).filter((length) => length > 0);
  return [
    ...values,
    ...named,
    ...[minimum, maximum].flatMap(about),
    ...lengths.map((length) => 'x'.repeat(length)),
    ...(items === undefined ? [] : probes(items).map((entry) => [entry])),
    ...Object.entries(properties).flatMap(([name, member]) => probes(member).map((value) => ({ [name]: value }))),
    ...[...anyOf, ...oneOf].flatMap(probes),
  ];
}

/** Variations of `example`: without a member, with one member alone, or with another value for it. */
function* variations(example: object, { properties }: Schema): Generator<object> {
  yield* [example, {}];
  for (const name of Object.keys({ ...properties, ...example })) {
    yield Object.fromEntries(Object.entries(example).filter(([other]) => other !== name));
    for (const value of probes(properties?.[name] ?? {})) yield* [{ [name]: value }, { ...example, [name]: value }];
  }
}

/** Their schemas require a member whose name they declare in another case. */
const misspelt: ReadonlySet<string> = new Set(['akcelo', 'roulax']);

t.test('every bidder accepts the same params as its schema in the data set', { skip }, async (t) => {
  for (const { code, paramsSchema } of all) {
    if (paramsSchema === null || misspelt.has(code)) continue;
    const { params, example } = bidders.get(code)!.definition as { readonly params: TSchema; readonly example: object };
    const { $schema: _, ...schema } = paramsSchema;
    const [check, ours] = [schemaCheck(schema), schemaCheck(params)];
    const differing = [...variations(example, schema)].filter(
      (one) => (check(one) === undefined) !== (ours(one) === undefined),
    );
    t.strictSame(differing, [], code);
  }
});
