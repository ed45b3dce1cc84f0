/**
 * Cases that run each stage of an auction with five plain bidders alone, with the arguments of real hops. The time is per auction,
 * however often an auction calls the stage.
 */
import { pathToFileURL } from 'node:url';
import { caseCodes } from '../cases.ts';
import type { MicroCase } from './clock.ts';
import { sizes } from './hop-cases.ts';
import { plainHost } from './hosts.ts';
import { prepared, prepareMessage, requestTexts, settleMessage } from './messages.ts';
import { recordStages, type StageCalls } from './recorded.ts';
import type { Target } from './target.ts';
import { traceModules, tracedMark } from './traced.ts';

/** A case whose operation makes one auction's calls of the stage. */
function stageCase({ name, perAuction, calls }: StageCalls, size: string, body: string): MicroCase {
  let at = 0;
  let owed = 0;
  const run = (): unknown => {
    let result: unknown;
    for (owed += perAuction; owed >= 1; owed -= 1) {
      at = at + 1 < calls.length ? at + 1 : 0;
      result = calls[at]!();
    }
    return result;
  };
  return { name: `${name} ${size}`, body, run };
}

/** The stages of both hops for each size, in the order in which an auction runs them. */
export async function stageCases(target: Target): Promise<MicroCase[]> {
  traceModules(`${pathToFileURL(target.root).href}/`);
  const host = await plainHost(target, tracedMark);
  return sizes.flatMap(({ name, imps, bytes }) => {
    const texts = requestTexts({ host, imps, bytes, bidders: [caseCodes.slice(0, 5)] });
    const auctions = texts.map((text) => {
      const message = prepareMessage(text);
      return () => host.hops.settle(settleMessage(target, prepared(host, message)));
    });
    return recordStages(auctions).map((stage) => stageCase(stage, name, texts[0]!));
  });
}
