/**
 * Cases that read the envelope of requests of 2, 5 and 33 KB, by the addon and by JavaScript.
 */
import { caseCodes } from '../cases.ts';
import { makeRequests } from '../requests.ts';
import { inTurn, type MicroCase } from './clock.ts';
import { sizes } from './hop-cases.ts';
import type { Target } from './target.ts';

const count = 60;

/** Both readers for each size; throws if the addon is missing or refuses a request. */
export function envelopeCases({ readNativeEnvelope, readJsonEnvelope }: Target): MicroCase[] {
  return sizes.flatMap(({ name, imps, bytes }) => {
    const bidders = caseCodes.slice(0, 5);
    const texts = makeRequests({ kind: 'site', imps, bytes, bidders, tmaxMs: 500, namespace: 'svc' }, count, 7);
    const bodies = texts.map((text) => new TextEncoder().encode(text));
    if (bodies.some((body) => readNativeEnvelope(body, 'svc') === undefined)) {
      throw new Error('the native envelope does not read: run `node src/native/build.ts`');
    }
    const body = texts[0]!;
    return [
      { name: `envelope native ${name}`, body, run: inTurn(bodies, (one) => readNativeEnvelope(one, 'svc')) },
      { name: `envelope JavaScript ${name}`, body, run: inTurn(bodies, (one) => readJsonEnvelope(one, 'svc')) },
    ];
  });
}
