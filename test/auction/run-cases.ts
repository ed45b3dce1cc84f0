/** Runs the auction cases of `exemplary` and `supplemental` under one extension word (test/auction/README.md says how they are written). */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { jsonOrText, startBidders, type BidderAnswer, type TestBidders } from '../support/bidders.ts';
import { differences, type Strictness } from './match.ts';
import { startService, type StoredObjects } from '../support/service.ts';

interface Case {
  readonly what: string;
  readonly rule: string;
  readonly config?: { readonly bidders?: { readonly [code: string]: object } };
  readonly stored?: StoredObjects;
  readonly request?: unknown;
  readonly body?: string;
  readonly method?: string;
  readonly path?: string;
  readonly headers?: { readonly [name: string]: string };
  readonly bidders?: { readonly [code: string]: BidderAnswer | readonly BidderAnswer[] };
  readonly status?: number;
  readonly answer?: unknown;
  readonly answerIncludes?: unknown;
  readonly answerHeaders?: { readonly [name: string]: string };
  readonly faults?: readonly string[];
  readonly calls?: { readonly [code: string]: readonly unknown[] };
  readonly callsInclude?: { readonly [code: string]: readonly unknown[] };
  readonly callHeaders?: { readonly [code: string]: object };
}

const known = new Set(
  (
    'what rule config stored request body method path headers bidders status answer answerIncludes answerHeaders faults ' +
    'calls callsInclude callHeaders'
  ).split(' '),
);

const folder = import.meta.dirname;

/** Runs every case whose path contains `CASES`; under a namespace other than `svc` only those that name neither `prebid` nor a namespace. */
export async function runCases(namespace: string): Promise<void> {
  const bidders = await startBidders(t);
  const cases = readCases(namespace);
  t.ok(cases.length > 0, `${cases.length} cases`);
  for (const { file, text } of cases) t.test(file, (t) => runCase(t, JSON.parse(text) as Case, { bidders, namespace }));
}

function readCases(namespace: string): { file: string; text: string }[] {
  const files = ['exemplary', 'supplemental'].flatMap((kind) =>
    readdirSync(join(folder, kind), { recursive: true, encoding: 'utf8' })
      .map((name) => `${kind}/${name}`)
      .filter((name) => name.endsWith('.json') && name.includes(process.env['CASES'] ?? ''))
      .sort(),
  );
  const cases = files.map((file) => ({ file, text: readFileSync(join(folder, file), 'utf8') }));
  if (namespace === 'svc') return cases;
  return cases
    .filter(({ text }) => !/prebid|"namespace"/.test(text))
    .map(({ file, text }) => ({ file, text: text.replaceAll(/\bsvc\b/g, namespace) }));
}

async function runCase(
  t: Test,
  one: Case,
  { bidders, namespace }: { bidders: TestBidders; namespace: string },
): Promise<void> {
  t.ok(one.what && one.rule, 'says what it shows, and the rule');
  t.strictSame(
    Object.keys(one).filter((key) => !known.has(key)),
    [],
    'has only keys that the README lists',
  );
  bidders.forget();
  for (const [code, answer] of Object.entries(one.bidders ?? {})) bidders.answer(code, answer);
  const settings = { namespace, ...one.config, bidders: endpoints(one.config?.bidders ?? {}, bidders) };
  const service = await startService(t, settings, one.stored);
  const response = await fetch(`${service.url}${one.path ?? '/openrtb2/auction'}`, {
    method: one.method ?? 'POST',
    headers: { 'content-type': 'application/json', ...one.headers },
    ...(one.method !== 'GET' && { body: one.body ?? JSON.stringify(one.request) }),
  });
  const text = await response.text();
  t.equal(response.status, one.status ?? 200, `status; the answer is ${text.slice(0, 500)}`);
  for (const [name, value] of Object.entries(one.answerHeaders ?? {})) t.equal(response.headers.get(name), value, name);
  checkAnswer(t, one, text);
  checkCalls(t, one, bidders);
}

function checkAnswer(t: Test, one: Case, text: string): void {
  if (one.faults) {
    const faults = one.faults.map((fault) => `Invalid request: ${fault}`);
    t.strictSame(text.split('\n').filter(Boolean), faults);
  }
  if (one.answer !== undefined) same(t, [jsonOrText(text), one.answer, 'exact'], 'answer');
  if (one.answerIncludes !== undefined) same(t, [jsonOrText(text), one.answerIncludes, 'include'], 'answer');
}

function checkCalls(t: Test, one: Case, bidders: TestBidders): void {
  for (const [strictness, expected] of [['exact', one.calls] as const, ['include', one.callsInclude] as const]) {
    for (const [code, bodies] of Object.entries(expected ?? {})) {
      const found = bidders.received(code).map((call) => call.body);
      same(t, [inOrderOf(bodies, found, strictness), bodies, strictness], `calls of ${code}`);
    }
  }
  for (const [code, headers] of Object.entries(one.callHeaders ?? {})) {
    same(t, [bidders.received(code)[0]?.headers, headers, 'include'], `headers to ${code}`);
  }
}

/** The bodies found, each at the place of the expected one that it matches: calls have connections of their own, so they come in any order. */
function inOrderOf(expected: readonly unknown[], found: readonly unknown[], strictness: Strictness): unknown[] {
  const left = [...found];
  const places = expected.map((body) => {
    const at = left.findIndex((one) => differences(one, body, strictness).length === 0);
    return at < 0 ? [] : left.splice(at, 1);
  });
  // What matches none is reported at the first places that are free.
  return [...places.flatMap((place) => (place.length > 0 ? place : left.splice(0, 1))), ...left];
}

function same(t: Test, [found, expected, strictness]: [unknown, unknown, Strictness], what: string): void {
  t.strictSame(differences(found, expected, strictness), [], what);
}

/** Five bidders, and the case's own over them; an endpoint that is a bare code becomes that simulated bidder's address. */
function endpoints(settings: { readonly [code: string]: object }, at: TestBidders): object {
  const codes = ['bidderA', 'bidderB', 'bidderC', 'bidderD', 'bidderE'];
  const all = new Map<string, object>(codes.map((code) => [code, { endpoint: at.endpoint(code) }]));
  for (const [code, own] of Object.entries(settings)) {
    const { endpoint, aliasOf } = own as { endpoint?: string; aliasOf?: string };
    const address = endpoint !== undefined && /^\w+$/.test(endpoint) ? at.endpoint(endpoint) : endpoint;
    const whole = address ?? (aliasOf === undefined ? at.endpoint(code) : undefined);
    all.set(code, { ...own, ...(whole !== undefined && { endpoint: whole }) });
  }
  return Object.fromEntries(all);
}
