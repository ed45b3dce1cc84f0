/** Runs one recorded case against an adapter and reports every difference (shared/bidders/fixtures/README, 2 to 4). */
import { isDeepStrictEqual } from 'node:util';
import type { Call, ReadReply } from '../../src/adapter/adapter-results.ts';
import type { Bidder, BidderRequest, SentImp } from '../../src/adapter/contract.ts';
import type { Problem } from '../../src/errors.ts';
import { rateFinder } from '../../src/money/convert.ts';
import { Fragments } from '../../src/openrtb/fragments.ts';
import { freezeDeep } from '../../src/openrtb/freeze.ts';
import { mediaTypes } from '../../src/openrtb/media-types.ts';
import type { Imp } from '../../src/openrtb/imp.ts';
import { isObject, own, without, type JsonObject } from '../../src/openrtb/json-object.ts';
import type { Case, ExpectedCall, ExpectedError, ExpectedResult, TestConfig } from './fixtures.ts';
import { typedDecode, withoutNulls, type TypeTable } from './typed-decode.ts';

/** What a case runs with. */
export interface CaseSetting {
  readonly bidder: Bidder;
  readonly config: TestConfig;
  readonly types: TypeTable | undefined;
}

/** The namespace word of the recorded cases. */
const namespace = 'prebid';

/** The recorded clock of a bidder in test mode, in seconds since the epoch. */
const testModeSeconds = 2_060_541_160;

/** Every difference between what the case expects and what the adapter does, one sentence each; none for a pass. */
export function runCase(recorded: Case, setting: CaseSetting): string[] {
  const one = withClock(recorded, setting.config);
  const request = bidderRequest(one, setting);
  const { calls: made, problems } = setting.bidder.adapter.makeCalls(request);
  const calls = setting.config.overrides?.testMode ? made.map(asInTestMode) : made;
  const differences = compareErrors('makeCalls', problems, one.requestErrors);
  if (calls.length !== one.calls.length) {
    differences.push(`${calls.length} calls, ${one.calls.length} expected: ${show(calls)}`);
  }
  const unused = [...calls];
  const replyProblems: Problem[] = [];
  const results: ReadReply[] = [];
  for (const expected of one.calls) {
    const faults = unused.map((call) => compareCall(call, expected));
    const at = faults.findIndex((fault) => fault === undefined);
    if (at < 0) differences.push(...faults.filter((fault) => fault !== undefined));
    const call = at < 0 ? undefined : unused.splice(at, 1)[0];
    const reply = readReply(expected, call, { request, setting });
    replyProblems.push(...reply.problems);
    if (reply.bids.length > 0 || reply.fledge.length > 0) results.push(reply);
  }
  differences.push(...compareErrors('readReply', replyProblems, one.replyErrors));
  const wanted = one.results.filter(({ bids, fledge }) => bids.length > 0 || fledge.length > 0);
  if (results.length !== wanted.length) differences.push(`${results.length} results, ${wanted.length} expected`);
  wanted.forEach((result, at) => {
    if (results[at] !== undefined) differences.push(...compareResult(results[at], result, setting.types));
  });
  return differences;
}

function bidderRequest(one: Case, { bidder, config, types }: CaseSetting): BidderRequest {
  const { imp, ...request } = typedDecode(one.request, 'BidRequest', types);
  const imps = ((imp ?? []) as Imp[]).map((imp) => {
    const ext: unknown = imp.ext;
    const left = isObject(ext) ? without(ext, ['bidder']) : undefined;
    const shared = left && Object.keys(left).length > 0 ? { ...imp, ext: left } : without(imp, ['ext']);
    return { imp: shared as Imp, own: {}, params: own(isObject(ext) ? ext : undefined, 'bidder') as JsonObject };
  });
  const svc = own(request['ext'] as JsonObject | undefined, namespace) as JsonObject | undefined;
  const { server = {}, overrides = {} } = config;
  return {
    bidder,
    name: config.bidderCode,
    ...freezeDeep({ request, own: {}, imps }),
    fragments: new Fragments(),
    auction: {
      namespace,
      entryPoint: one.entryPoint,
      nowMs: nowMsOf(config),
      rateOf: rateFinder(own(svc, 'currency'), undefined),
      mintId: () => overrides.uuid ?? '11111111-1111-4111-8111-111111111111',
      randomInteger: () => 10,
      tellsTimeouts: true,
      host: {
        externalUrl: server.externalUrl ?? '',
        version: '',
        gvlVendorId: server.gvlId === undefined ? '' : String(server.gvlId),
        dataCenter: server.dataCenter ?? '',
      },
    },
  };
}

/** The clock of a case: that of its configuration, else the start of the week of 2024 that it names, by default the first. */
function nowMsOf({ overrides: { clock, week = '1', testMode } = {} }: TestConfig): number {
  if (testMode) return testModeSeconds * 1000;
  if (clock !== undefined) return Date.parse(clock.split(' ')[0]!);
  return Date.UTC(2024, 0, 1 + (Number(week) - 1) * 7);
}

/** The case with the clock's seconds in place of `cacheBuster`. In test mode, adds the missing `src`, and turns a body of {} into none. */
function withClock(one: Case, config: TestConfig): Case {
  const { cacheBuster, testMode } = config.overrides ?? {};
  if (testMode) {
    const clock = `&ts=${testModeSeconds}`;
    const calls = one.calls.map((call) => ({
      ...call,
      uri: call.uri.endsWith(clock) ? `${call.uri}&src=pbserver` : call.uri,
      body: isDeepStrictEqual(call.body, {}) ? undefined : call.body,
    }));
    return { ...one, calls };
  }
  if (cacheBuster === undefined) return one;
  const text = JSON.stringify(one).replaceAll(`ts=${cacheBuster}`, `ts=${nowMsOf(config) / 1000}`);
  return JSON.parse(text) as Case;
}

/** The call without its random number, as recorded in test mode. */
function asInTestMode(call: Call): Call {
  return { ...call, uri: call.uri.replace(/&rnd=\d+/, '') };
}

function readReply(
  expected: ExpectedCall,
  call: Call | undefined,
  { request, setting }: { request: BidderRequest; setting: CaseSetting },
): ReadReply {
  const { bidder } = setting;
  const places = call?.imps ?? request.imps.keys();
  const imps: SentImp[] = [...places].map((at) => {
    const { imp } = request.imps[at]!;
    return { id: imp.id ?? '', types: mediaTypes.filter((type) => imp[type] !== undefined) };
  });
  const headers = Object.entries(expected.replyHeaders)
    .map(([name, [value = '']]) => [name.toLowerCase(), value] as const)
    .filter(([name]) => bidder.adapter.replyHeaders.includes(name));
  const { status, replyText: text } = expected;
  // A note crosses from hop to hop as JSON.
  const note = call?.note === undefined ? undefined : (JSON.parse(JSON.stringify(call.note)) as unknown);
  return bidder.adapter.readReply({ namespace, status, text, headers: headers.flat(), imps, note, bidder });
}

/** Why the call is not the expected one; undefined when it is. */
function compareCall(call: Call, expected: ExpectedCall): string | undefined {
  if (call.uri !== expected.uri) return `uri ${call.uri}, expected ${expected.uri}`;
  const ids = [call.impids, askedFor(expected)].map((ids) => ids.toSorted());
  if (!isDeepStrictEqual(ids[0], ids[1])) return `imp ids ${show(ids[0])}, expected ${show(ids[1])}`;
  const headers = expected.headers && compareHeaders(call.headers, expected.headers);
  if (headers !== undefined) return headers;
  const body: unknown = call.body === '' ? undefined : JSON.parse(call.body);
  if (body !== undefined && JSON.stringify(body).length !== call.body.length) return `a member twice in ${call.body}`;
  // One recorded null stands for an absent member.
  const isExpected = [expected.body, withoutNulls(expected.body)].some((one) => isDeepStrictEqual(body, one));
  if (!isExpected) return `body ${show(body)}\n    expected ${show(expected.body)}`;
  const method = body === undefined ? 'GET' : 'POST';
  return call.method === method ? undefined : `${call.method}, expected ${method}`;
}

/** The imp ids that a recorded call asks for: those in its OpenRTB body, because some calls also declare the imps of other calls. */
function askedFor({ body, impids }: ExpectedCall): readonly string[] {
  const imps = isObject(body) ? body['imp'] : undefined;
  return Array.isArray(imps) ? imps.map((imp: Imp) => imp.id ?? '') : impids;
}

function compareHeaders(pairs: readonly string[], expected: JsonObject): string | undefined {
  const got = new Map<string, string[]>();
  for (let at = 0; at + 1 < pairs.length; at += 2) {
    got.set(pairs[at]!.toLowerCase(), [...(got.get(pairs[at]!.toLowerCase()) ?? []), pairs[at + 1]!]);
  }
  const wanted = new Map(Object.entries(expected).map(([name, values]) => [name.toLowerCase(), values]));
  return isDeepStrictEqual(got, wanted) ? undefined : `headers ${show([...got])}, expected ${show([...wanted])}`;
}

/** Matches texts that quote another language's JSON decoder: such errors are counted, not compared. */
const quotesDecoder =
  /json|unmarshal|decod|invalid character|unexpected end|cannot parse|expect(?:s|ed)? .* (?:but|found)|Read\w+:|bytes contexts|parsing/i;

function compareErrors(step: string, problems: readonly Problem[], expected: readonly ExpectedError[]): string[] {
  const got = problems.map(({ message }) => message);
  if (got.length !== expected.length) {
    return [`${step}: ${got.length} errors ${show(got)}, ${expected.length} expected ${show(expected)}`];
  }
  return expected.flatMap((error, at) =>
    quotesDecoder.test(error.value) || fits(got[at]!, error)
      ? []
      : [`${step}: error ${show(got[at])}, expected ${show(error)}`],
  );
}

function fits(text: string, { value, comparison }: ExpectedError): boolean {
  if (comparison === 'startswith') return text.startsWith(value);
  return comparison === 'regex' ? new RegExp(value).test(text) : text === value;
}

function compareResult(reply: ReadReply, expected: ExpectedResult, types: TypeTable | undefined): string[] {
  const differences: string[] = [];
  if (expected.currency !== '' && (reply.cur || 'USD') !== expected.currency) {
    differences.push(`currency ${reply.cur}, expected ${expected.currency}`);
  }
  if (reply.bids.length !== expected.bids.length) {
    differences.push(`${reply.bids.length} bids, ${expected.bids.length} expected`);
  }
  expected.bids.forEach((wanted, at) => {
    const got = reply.bids[at];
    if (got === undefined) return;
    // One case states no type; ours always has one.
    if (wanted.type !== '' && got.type !== wanted.type)
      differences.push(`bid ${at}: type ${got.type}, expected ${wanted.type}`);
    if (got.seat !== wanted.seat) differences.push(`bid ${at}: seat ${got.seat}, expected ${wanted.seat}`);
    const bid = typedDecode(got.bid, 'Bid', types);
    if (!isDeepStrictEqual(bid, wanted.bid))
      differences.push(`bid ${at}: ${show(bid)}\n    expected ${show(wanted.bid)}`);
    const { duration = 0, primary_category = '' } = got.video ?? {};
    const video = wanted.video && { duration: 0, primary_category: '', ...wanted.video };
    if (video && !isDeepStrictEqual({ duration, primary_category }, video)) {
      differences.push(`bid ${at}: video ${show(got.video)}, expected ${show(video)}`);
    }
  });
  const fledge = [reply.fledge, expected.fledge].map((list) => list.map((one) => ({ bidder: '', ...one })));
  if (!isDeepStrictEqual(fledge[0], fledge[1])) {
    differences.push(`fledge ${show(fledge[0])}, expected ${show(fledge[1])}`);
  }
  return differences;
}

function show(value: unknown): string {
  return JSON.stringify(value);
}
