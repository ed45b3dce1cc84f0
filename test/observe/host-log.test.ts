/** Unreachable hosts of bidders are logged, and requests cannot fill the log with hosts (issue 7, 'Must hold'). */
import t from 'tap';
import { hostLog } from '../../src/observe/host-log.ts';
import { wholeLists } from '../support/whole-lists.ts';

function logged() {
  const lines: object[] = [];
  const note = (facts: unknown, text?: string): void => void lines.push({ ...(facts as object), text });
  return { lines, log: { warn: note, info: note } };
}

const call = { bidder: 'acme', reason: 'TLS certificate has expired' };

t.test('an unreachable host is logged once a minute, and so is its return', async (t) => {
  let nowMs = 0;
  const { lines, log } = logged();
  const news = hostLog(log, () => nowMs);
  for (let times = 0; times < 1000; times++) {
    t.equal(news.unreachable('https://acme.example', call), times === 0);
  }
  news.reached('https://acme.example');
  t.match(lines, [
    {
      ...call,
      host: 'https://acme.example',
      text: /cannot be reached, or breaks off its replies.*bidders\.<code>\.endpoint/,
    },
    { host: 'https://acme.example', text: /reachable again/ },
  ]);
  t.equal(lines.length, 2);
  nowMs = 60_000;
  news.unreachable('https://acme.example', call);
  t.equal(lines.length, 3, 'a minute later');
});

t.test('a lack of sockets is logged once a minute, with the limits to raise', async (t) => {
  const { lines, log } = logged();
  const news = hostLog(log, () => 0);
  for (const host of ['https://a.example', 'https://b.example']) news.noSocket(host);
  t.match(
    lines,
    wholeLists([{ host: 'https://a.example', text: /ip_local_port_range.*tcp_tw_reuse to 1 \(sysctl\).*LimitNOFILE/ }]),
  );
});

t.test('made-up hosts are logged up to 20 times', async (t) => {
  const { lines, log } = logged();
  const news = hostLog(log, () => 0);
  for (let n = 0; n < 1000; n++) news.unreachable(`https://h${n}.example`, call);
  t.equal(lines.length, 20);
  t.ok(JSON.stringify(lines).length < 10_000);
});
