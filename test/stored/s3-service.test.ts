/** A service whose stored data is in S3, which reports no changes, from end to end. */
import t from 'tap';
import { s3Store } from '../../src/stored/s3-store.ts';
import { closedWith } from '../support/closed-with.ts';
import { startS3, usualSecret } from '../support/s3-server.ts';
import { deafService } from './deaf-service.ts';

t.test('an auction uses the texts of the bucket, and changes once they are fetched again', async (t) => {
  const { url } = await startS3(t);
  const store = closedWith(t, s3Store(url, { connections: 1, giveUpMs: 5000 }));
  const logged = await deafService(t, { source: 's3', url, store });
  for (const secret of [usualSecret, encodeURIComponent(usualSecret)]) t.notMatch(logged, secret);
});
