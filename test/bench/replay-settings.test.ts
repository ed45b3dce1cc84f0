/** How a replay changes a host's settings (issue 6, item 3): bidders get no timeout notices of replayed auctions. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { changedSettings, factsOf } from '../../bench/replay/places.ts';
import { testFolder } from '../support/folder.ts';

t.test(
  'a replay turns off tellTimeouts where the file or the environment sets it, and does not set it elsewhere',
  (t) => {
    const file = join(testFolder(t), 'service.yaml');
    const changed = (text: string): string[] => {
      writeFileSync(file, text);
      return changedSettings(factsOf(file), false);
    };
    const off = 'auction.tellTimeouts=false';
    t.ok(changed('auction: {tellTimeouts: true}').includes(off));
    for (const text of ['', 'auction:', 'auction: {tmaxMinMs: 1}', '{']) t.notOk(changed(text).includes(off), text);
    process.env['SVC__auction__tellTimeouts'] = 'true';
    t.teardown(() => delete process.env['SVC__auction__tellTimeouts']);
    t.ok(changed('port: 1').includes(off));
    t.end();
  },
);
