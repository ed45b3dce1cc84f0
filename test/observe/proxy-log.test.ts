/** A proxy that `trustedProxies` leaves out is logged. */
import t from 'tap';
import { proxyLog } from '../../src/observe/proxy-log.ts';

t.test('such a proxy is logged once a minute, with the setting that lacks it', async (t) => {
  let nowMs = 0;
  const lines: object[] = [];
  const warn = (facts: unknown, text?: string): void => void lines.push({ ...(facts as object), text });
  const report = proxyLog({ warn }, () => nowMs);
  for (const proxy of ['10.0.0.1', '10.0.0.2']) report(proxy);
  t.match(lines, [{ proxy: '10.0.0.1', text: /trustedProxies does not list.*no device\.ip: add it/ }]);
  t.equal(lines.length, 1);
  nowMs = 60_000;
  report('10.0.0.1');
  t.equal(lines.length, 2);
});
