/** Events to modules by name, the form of a line, records that are too large. */
import t from 'tap';
import { Analytics } from '../../src/analytics/analytics.ts';
import type { AnalyticsModule, ModuleName } from '../../src/analytics/module.ts';

function listener(name: ModuleName): AnalyticsModule & { readonly lines: string[] } {
  const lines: string[] = [];
  return {
    name,
    lines,
    dropped: 2,
    take: (line) => lines.push(Buffer.from(line).toString()),
    close: async () => undefined,
  };
}

t.test('an event is one line with kind and time, sent to the named modules only', async (t) => {
  const file = listener('file');
  const http = listener('http');
  const analytics = new Analytics([file, http], () => 1234);
  t.strictSame(analytics.names, ['file', 'http']);
  analytics.tell({ kind: 'setuid', status: 200, bidder: 'a\nb' }, analytics.names);
  t.strictSame(file.lines, ['{"kind":"setuid","timestamp":1234,"status":200,"bidder":"a\\nb"}\n']);
  t.strictSame(http.lines, file.lines);
  analytics.tell({ kind: 'setuid', status: 451, bidder: 'x' }, ['http']);
  t.equal(file.lines.length, 1, 'a module that is not named gets nothing');
  t.equal(http.lines.length, 2);
  analytics.tell({ kind: 'setuid', status: 200, bidder: 'x' }, []);
  t.equal(http.lines.length, 2, 'no name, no module');
});

t.test('a record that is too large is dropped and counted', async (t) => {
  const file = listener('file');
  const analytics = new Analytics([file]);
  analytics.record(Buffer.alloc(1_048_577, 'x'), ['file']);
  analytics.record(Buffer.from('{}'), ['file', 'http']);
  t.strictSame(file.lines, ['{}\n']);
  t.strictSame(
    [...analytics.drops()],
    [
      ['file', 2],
      ['oversized', 1],
    ],
  );
});
