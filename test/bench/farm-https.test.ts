/** Bidders over HTTPS, recorded latencies, markup of varying length, and the farm's report of its CPU time. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import t from 'tap';
import type { FarmBidder } from '../../bench/farm/bidder.ts';
import { makeSequence } from '../../bench/farm/chance.ts';
import { drawRecorded, readRecording } from '../../bench/farm/recording.ts';
import { makeReplyBuilder } from '../../bench/farm/reply.ts';
import { startFarm } from '../../bench/farm/start.ts';
import { ofTest } from '../support/end-with-us.ts';
import { testFolder } from '../support/folder.ts';
import { bareEnv } from '../support/run-script.ts';
import { wholeLists } from '../support/whole-lists.ts';

const plain: FarmBidder = {
  code: 'plain',
  latency: { kind: 'fixed', ms: 0 },
  bidRate: 1,
  prices: [1],
  adm: { bytes: 500 },
};

function post(url: string, ca: Buffer): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const call = request(url, { method: 'POST', ca }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    });
    call.on('error', reject).end(JSON.stringify({ id: 'r', imp: [{ id: 'i', banner: { w: 1, h: 1 } }] }));
  });
}

t.test('a bidder over HTTPS answers callers that trust its certificate', async (t) => {
  const farm = await startFarm([plain, { ...plain, code: 'secure', https: true }]);
  t.teardown(() => farm.stop());
  t.match(farm.endpoints['plain'], /^http:/);
  t.match(farm.endpoints['secure'], /^https:\/\/127\.0\.0\.1:\d+\/secure$/);
  const { status, text } = await post(farm.endpoints['secure']!, readFileSync(farm.caFile));
  t.equal(status, 200);
  t.match(JSON.parse(text), wholeLists({ seatbid: [{ bid: [{ impid: 'i' }] }] }));
  await t.rejects(post(farm.endpoints['secure']!, Buffer.from('')), /self-signed|unable to verify/);
  await farm.stop();
  t.throws(() => readFileSync(farm.caFile), { code: 'ENOENT' }, 'key and certificate are removed with the farm');
});

t.test('latencies are drawn as often as they were recorded', async (t) => {
  const file = join(testFolder(t), 'times.json');
  writeFileSync(file, JSON.stringify([7, [20, 2], [300, 1]]));
  const draw = drawRecorded(readRecording(file), makeSequence(1));
  const counts = new Map<number, number>();
  for (let left = 4000; left > 0; left -= 1) {
    const ms = draw();
    counts.set(ms, (counts.get(ms) ?? 0) + 1);
  }
  t.strictSame(
    [...counts.keys()].toSorted((a, b) => a - b),
    [7, 20, 300],
  );
  t.ok(Math.abs(counts.get(20)! - 2000) < 200, `${counts.get(20)} of 4000 were 20 ms`);
  writeFileSync(file, '[5, [1]]');
  t.throws(() => readRecording(file), /times\.json\[1\] is not valid: give milliseconds/);
  writeFileSync(file, '{}');
  t.throws(() => readRecording(file), /is not a list/);
});

t.test('markup of varying length spans its whole range, with more short than long texts', async (t) => {
  const build = makeReplyBuilder({ ...plain, adm: { bytes: 500, upToBytes: 50_000 } }, 1);
  const imps = Array.from({ length: 300 }, (_, at) => ({ id: String(at), mtypes: [1], w: 300, h: 250 }));
  const reply = JSON.parse(build({ id: 'r', imps })!.toString()) as { seatbid: { bid: { adm: string }[] }[] };
  const lengths = reply.seatbid[0]!.bid.map(({ adm }) => adm.length).toSorted((a, b) => a - b);
  t.equal(lengths[0], 500);
  t.equal(lengths.at(-1), 50_000);
  t.ok(lengths[150]! < 10_000, 'short texts are more frequent');
});

t.test('with --tell-cpu the farm reports its CPU use at its end', async (t) => {
  const main = join(import.meta.dirname, '../../bench/farm/main.ts');
  const child = ofTest(
    t,
    spawn(process.execPath, [main, '--bidders', JSON.stringify([plain]), '--tell-cpu'], {
      env: bareEnv,
    }),
  );
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  await once(child.stdout, 'data');
  child.kill('SIGTERM');
  await once(child, 'close');
  t.match(stderr, /^farm: \d+ % of a core in the mean, \d+ % in its busiest second\n$/);
});
