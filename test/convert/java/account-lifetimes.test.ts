/** Lifetimes of cached bids that a host of Prebid Server Java states for single accounts. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { testFolder } from '../../support/folder.ts';
import { convert, oldFile } from '../running-convert.ts';

t.test("an account gets the lifetimes that its host's file has for it, after its own", async (t) => {
  const stored = testFolder(t);
  const host = oldFile(
    t,
    'gdpr.default-value: 1\ncache.account: {a.1: {banner-ttl-seconds: 30, video-ttl-seconds: 40}}\n',
  );
  const accounts = oldFile(t, 'accounts: [{id: a.1, auction: {video-cache-ttl: 50}}, {id: b}]\n', 'accounts.yaml');
  await convert(host, '--from', 'java', '--accounts', accounts, '--stored', stored);
  const cacheOf = (id: string) => JSON.parse(readFileSync(join(stored, `accounts/${id}.json`), 'utf8')) as object;
  t.strictSame(cacheOf('a.1'), { cache: { videoTtlSeconds: 50, bannerTtlSeconds: 30 } });
  t.strictSame(cacheOf('b'), {});
});
