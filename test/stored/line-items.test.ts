/** The host's file of line items (interface, `lineItems`). */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { startLineItems } from '../../src/stored/line-items.ts';
import { muteLog } from './mute-log.ts';
import { testFolder } from '../support/folder.ts';
import { wholeLists } from '../support/whole-lists.ts';

const dir = testFolder(t);
const codes = ['bidderA'];

t.test('without a file there are no line items', async (t) => {
  const source = await startLineItems({ file: '', codes }, muteLog);
  t.equal(source.current(), null);
  source.close();
});

t.test('a valid file is read; an invalid or missing one stops the start with every fault', async (t) => {
  const file = join(dir, 'lines.json');
  writeFileSync(file, '[{"id":"l1","bidder":"bidderA","dealid":"d1"}]');
  const source = await startLineItems({ file, codes }, muteLog);
  t.match(
    JSON.parse(Buffer.from(source.current()!.bytes).toString()),
    wholeLists([{ id: 'l1', targeting: [], startsAtMs: 0 }]),
  );
  source.close();
  writeFileSync(file, '[{"id":"l1","dealid":7}]');
  await t.rejects(startLineItems({ file, codes }, muteLog), {
    message: `lineItems.file ${file} has an entry [0] without bidder: give it as a text; it has an entry [0] without dealid: give it as a text`,
  });
  await t.rejects(startLineItems({ file: join(dir, 'none'), codes }, muteLog), {
    message: /cannot be read \(ENOENT\): name a readable file$/,
  });
});

t.test('an unknown bidder has one warning', async (t) => {
  const file = join(dir, 'strangers.json');
  const names = ['bidderA', 'BIDDERA', 'biderA', 'biderA', 'someone'];
  writeFileSync(file, JSON.stringify(names.map((bidder, at) => ({ id: `l${at}`, bidder, dealid: 'd' }))));
  const warnings: string[] = [];
  const source = await startLineItems(
    { file, codes },
    { ...muteLog, warn: (text: string) => void warnings.push(text) },
  );
  source.close();
  t.strictSame(warnings, [
    `lineItems.file ${file} names "BIDDERA", which is not a bidder here: did you mean bidderA?`,
    `lineItems.file ${file} names "biderA", which is not a bidder here: did you mean bidderA?`,
    `lineItems.file ${file} names "someone", which is not a bidder here: correct it, unless it is an alias that requests define`,
  ]);
});
