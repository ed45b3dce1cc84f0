/** The pace of `bench:replay --patient`: calls that the farm could mistake for each other are never made at once (issue 6, item 3). */
import { createServer } from 'node:http';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { surveyOf } from '../../bench/replay/captured-file.ts';
import type { RecordedFarm } from '../../bench/replay/recorded-farm.ts';
import { sendAll } from '../../bench/replay/send.ts';
import type { CapturedAuction } from '../../src/observe/capture-record.ts';
import { testFolder } from '../support/folder.ts';
import { listening } from '../support/listening.ts';
import { until } from '../support/until.ts';

const farm = { begin: () => Promise.resolve(0), end: () => undefined } as unknown as RecordedFarm;

/** An AMP page, which has no request id, and what its one call is known by. */
const page = (at: number, imp: string): CapturedAuction => ({
  v: 1,
  at,
  method: 'GET',
  path: `/${imp}/${at}`,
  headers: {},
  calls: [{ bidder: 'acme', nth: 0, imps: [imp], sentSha256: `sent-${at}`, kind: 'reply', status: 204, elapsedMs: 1 }],
});

t.test('two AMP pages that ask the same bidder for the same imp wait for each other; others do not', async (t) => {
  const open = { a: 0, b: 0 };
  const asked = { a: 0, b: 0 };
  let mostOfOne = 0;
  const server = createServer(async ({ url = '' }, response) => {
    const [imp, other] = url.startsWith('/a') ? (['a', 'b'] as const) : (['b', 'a'] as const);
    open[imp] += 1;
    asked[imp] += 1;
    mostOfOne = Math.max(mostOfOne, open[imp]);
    // The other imp's page comes although this one has no answer yet; time enough for one more of this imp's.
    await until(() => asked[other] >= asked[imp]);
    await sleep(20);
    open[imp] -= 1;
    response.end();
  });
  const port = await listening(t, server);
  const file = join(testFolder(t), 'auctions.ndjson');
  const pages = ['a', 'b', 'a', 'b', 'a', 'b'].map((imp, at) => page(at, imp));
  writeFileSync(file, pages.map((one) => `${JSON.stringify(one)}\n`).join(''));
  const pace = { rate: 1000, speed: 1, repeat: 1, patient: true };
  let answers = 0;
  const played = { file, survey: await surveyOf(file), farm };
  await sendAll(`http://127.0.0.1:${port}`, played, {
    pace,
    onAnswer: (_, answer) => (answers += Number(answer !== null)),
  });
  t.strictSame({ answers, asked, mostOfOne }, { answers: 6, asked: { a: 3, b: 3 }, mostOfOne: 1 });
});
