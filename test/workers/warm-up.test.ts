/** The warm-up auction must be served to the end, or it warms nothing. */
import t from 'tap';
import { readEnvelope } from '../../src/native/envelope.ts';
import { warmId, warmRequest } from '../../workers/warm-auction.ts';
import { warmHops, warmUp } from '../../workers/warm-up.ts';
import { testConfig } from '../support/config.ts';

for (const namespace of ['svc', 'prebid']) {
  t.test(`warming up with the namespace ${namespace} goes through both hops`, async (t) => {
    const config = testConfig({ namespace, bidders: { bidderA: { endpoint: 'http://127.0.0.1:1/a' } } });
    const hops = warmHops({ config, server: 'gavel/test' });
    const answers: string[] = [];
    const seen: typeof hops = {
      prepare: hops.prepare,
      settle: (message) => {
        const result = hops.settle(message);
        answers.push(Buffer.from(result.bytes).toString());
        return result;
      },
    };
    warmUp(seen, { ...config, warmUpMs: 60 });
    t.equal(answers.length, 60);
    t.match(answers[0], '"hb_pb":"1.20"', 'with bids and targeting');
    t.match(answers[0], '"impid":"3"', 'for its stored imp as well');
    t.equal(new Set(answers).size, 1);
  });

  t.test(`the warm-up auction names a stored imp in the namespace ${namespace}`, async (t) => {
    t.match(readEnvelope(warmRequest(namespace), namespace), { envelope: { storedImps: [null, null, warmId] } });
  });
}
