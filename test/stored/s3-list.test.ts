/** How a page of a bucket's list is read (AWS, ListObjectsV2). */
import t from 'tap';
import { readPage } from '../../src/stored/s3-list.ts';

t.test('references name all characters up to the last, and others stay as they are', async (t) => {
  const { names } = readPage('<ListBucketResult><Key>&#x10FFFF;&#1114112;&lt;&bad;</Key></ListBucketResult>');
  t.strictSame(names, ['\u{10ffff}&#1114112;<&bad;']);
});
