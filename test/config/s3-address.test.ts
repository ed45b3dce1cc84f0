/** Reading the URL of a bucket: region and style come from an AWS host, else from the query. */
import t from 'tap';
import { readS3Address } from '../../src/config/s3-address.ts';
import { storeUrlFault } from '../../src/config/store-addresses.ts';

const cases: readonly (readonly [string, { region?: string; bucket?: string; prefix?: string; host?: string }])[] = [
  ['s3.eu-west-1.amazonaws.com/b', { region: 'eu-west-1', bucket: 'b', prefix: '' }],
  ['s3-eu-west-1.amazonaws.com/b/', { region: 'eu-west-1', bucket: 'b', prefix: '' }],
  ['s3.amazonaws.com/b/c%20d/ü/', { region: 'us-east-1', bucket: 'b', prefix: 'c d/ü/' }],
  ['s3.dualstack.us-gov-west-1.amazonaws.com/b', { region: 'us-gov-west-1', bucket: 'b' }],
  ['s3.cn-north-1.amazonaws.com.cn/b', { region: 'cn-north-1', bucket: 'b' }],
  ['my.b.s3.eu-west-1.amazonaws.com', { region: 'eu-west-1', bucket: '', prefix: '' }],
  ['b.s3.amazonaws.com/c/d', { region: 'us-east-1', bucket: '', prefix: 'c/d/' }],
  ['b.s3-ap-south-1.amazonaws.com', { region: 'ap-south-1', bucket: '' }],
  ['bucket.vpce-1a-5e.s3.us-east-2.vpce.amazonaws.com/b', { region: 'us-east-2', bucket: 'b' }],
  ['b.s3.eu-west-1.amazonaws.com/b/c?style=path', { bucket: 'b', prefix: 'c/' }],
  ['id.r2.cloudflarestorage.com/b?region=auto', { region: 'auto', bucket: 'b' }],
  ['storage.googleapis.com/b', { region: 'us-east-1', bucket: 'b' }],
  ['b.s3.example/c?style=virtual', { region: 'us-east-1', bucket: '', prefix: 'c/' }],
  ['127.0.0.1:9000/b', { host: '127.0.0.1:9000', region: 'us-east-1', bucket: 'b' }],
  ['[::1]:9000/b', { host: '[::1]:9000', bucket: 'b' }],
];

t.test('region, bucket, prefix and host come from the host, path and query of the URL', async (t) => {
  for (const [rest, said] of cases) {
    const url = `https://key:s%2Fe%40c+r%25et=@${rest}`;
    t.equal(storeUrlFault(url, 's3'), '', rest);
    t.match(readS3Address(url), { ...said, credentials: { accessKeyId: 'key', secretAccessKey: 's/e@c+r%et=' } }, rest);
  }
});

t.test('a session token is read unencoded, and the query names folders', async (t) => {
  const { credentials, folderOf } = readS3Address('https://k:s@s3.example/b?session-token=a+b/c==&imps=x/y');
  t.equal(credentials.sessionToken, 'a+b/c==');
  t.strictSame([folderOf('imps'), folderOf('requests')], ['x/y', 'requests']);
});

t.test('a key with characters that a header cannot have is a fault; its secret may have any', async (t) => {
  for (const key of ['k%0A', '%20k', 'k%C3%A4', 'a%2Fb', 'a,b'])
    t.match(storeUrlFault(`https://${key}:s@s3.example/b`, 's3'), /^must have a key without/, key);
  for (const key of ['AKIA', "GOOG1'a=b;c", 'minio-admin_1.x', 'a%40b'])
    t.equal(storeUrlFault(`https://${key}:s%0A%20%C3%A4@s3.example/b`, 's3'), '', key);
});
