/** The made-up auction must be one that is served to the end, or it warms nothing. */
import t from 'tap';
import { loadConfig } from '../../src/config/load.ts';
import { createHops } from '../../workers/hops.ts';
import { warmUp } from '../../workers/warm-up.ts';

for (const namespace of ['svc', 'prebid']) {
  t.test(`warming under the word ${namespace} goes through both hops`, async (t) => {
    const settings = {
      namespace,
      bidders: { bidderA: { endpoint: 'http://127.0.0.1:1/a' } },
      privacy: { gdpr: { defaultScope: false } },
    };
    const file = { name: 'test', text: JSON.stringify(settings) };
    const loaded = loadConfig({ file, env: {}, flags: {}, knownAdapters: new Set() });
    if ('faults' in loaded) throw new Error(loaded.faults.join('\n'));
    const hops = createHops({ config: loaded.config, server: 'gavel/test' });
    const answers: string[] = [];
    const seen: typeof hops = {
      prepare: hops.prepare,
      settle: (message) => {
        const result = hops.settle(message);
        answers.push(Buffer.from(result.bytes).toString());
        return result;
      },
    };
    warmUp(seen, loaded.config);
    t.ok(answers.length > 50);
    t.match(answers[0], '"hb_pb":"1.20"', 'with bids and targeting');
    t.equal(new Set(answers).size, 1);
  });
}
