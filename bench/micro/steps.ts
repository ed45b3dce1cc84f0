/**
 * Times the steps of both hops of one checkout in a separate process: `node bench/micro/steps.ts --root DIR --ms N` writes the times of
 * every step for several workloads as JSON to stdout.
 */
import { parseArgs } from 'node:util';
import { pathToFileURL } from 'node:url';
import { caseCodes } from '../cases.ts';
import { inTurn } from './clock.ts';
import { sizes } from './hop-cases.ts';
import { plainHost, realCodes, realFives, realHost } from './hosts.ts';
import { prepared, prepareMessage, requestTexts, settleMessage, type Workload } from './messages.ts';
import { timeSteps, type StepTime } from './step-times.ts';
import { loadTarget } from './target.ts';
import { traceModules, tracedMark } from './traced.ts';

/** One workload's steps. */
export interface WorkloadSteps {
  readonly workload: string;
  readonly steps: readonly StepTime[];
}

const { values } = parseArgs({ options: { root: { type: 'string' }, ms: { type: 'string', default: '2000' } } });
const { root = '' } = values;
const target = await loadTarget(root);
traceModules(`${pathToFileURL(root).href}/`);
const plain = await plainHost(target, tracedMark);
const real = await realHost(target, tracedMark);
const [, usual] = sizes;

const workloads: readonly (readonly [string, Workload])[] = [
  ...sizes.map((size) => [size.name, { host: plain, ...size, bidders: [caseCodes.slice(0, 5)] }] as const),
  ['30 bidders', { host: plain, ...usual!, bidders: [caseCodes] }],
  ['5 real', { host: real, ...usual!, bidders: realFives }],
  ['30 real', { host: real, ...usual!, bidders: [realCodes] }],
];

function stepsOf(workload: Workload): StepTime[] {
  const { hops } = workload.host;
  const kinds = workload.bidders.map((codes) => {
    const auctions = requestTexts({ ...workload, bidders: [codes] }).map((text) => {
      const message = prepareMessage(text);
      const next = settleMessage(target, prepared(workload.host, message));
      return { message, next };
    });
    return inTurn(auctions, ({ message, next }) => {
      hops.prepare(message);
      return hops.settle(next);
    });
  });
  return timeSteps(kinds, Number(values.ms));
}

const result: WorkloadSteps[] = workloads.map(([workload, work]) => ({ workload, steps: stepsOf(work) }));
process.stdout.write(`${JSON.stringify(result)}\n`);
