/** Converts the S3 bucket of Prebid Server Java: it is read in place, except for its accounts. */
import t from 'tap';
import { runCases, type Case } from './rule-cases.ts';

const cases: readonly Case[] = [
  [
    'settings.s3: {accessKeyId: KEY, secretAccessKey: "a/b+c", endpoint: "http://minio:9000", bucket: b.example, force-path-style: true, accounts-dir: accounts, stored-imps-dir: stored-impressions, stored-requests-dir: stored-requests, stored-responses-dir: responses}',
    {
      stored: {
        source: 's3',
        url: 'http://KEY:a%2Fb%2Bc@minio:9000/b.example?requests=stored-requests&imps=stored-impressions&accounts=gavel-accounts',
      },
    },
    /^settings\.s3\.bucket: converted .* but accounts must be in Gavel's format: convert a copy of the old ones with --accounts/m,
  ],
  [
    'settings.s3: {access-key-id: K, secret-access-key: s, endpoint: "https://s3.example/", bucket: b, forcePathStyle: false, region: eu-west-1, stored-imps-dir: /a b/imps/}',
    {
      stored: {
        url: 'https://K:s@b.s3.example/?style=virtual&region=eu-west-1&imps=a%20b/imps&accounts=gavel-accounts',
      },
    },
    /^settings\.s3\.bucket: /m,
  ],
  [
    'settings.s3: {endpoint: "https://s3.example", bucket: b, region: aws-global}',
    { stored: { source: 's3', url: 'https://:@s3.example/b?accounts=gavel-accounts' } },
    /^settings\.s3\.endpoint: needs a key and secret, which Prebid Server Java takes from its environment: write both/m,
  ],
  [
    'settings.s3: {accessKeyId: K, secretAccessKey: "${S3_SECRET}", endpoint: "https://s3.example", bucket: b}',
    {},
    /^settings\.s3\.secretAccessKey: contains a \$\{…\} placeholder that the old server fills in: write its value into stored\.url$/m,
  ],
  [
    'settings.s3: {accessKeyId: "K\\uD800", secretAccessKey: s, endpoint: "https://s3.example", bucket: b}',
    { stored: { source: 's3' } },
    /^settings\.s3\.bucket: converted \(raise stored\.timeoutMs/m,
  ],
  ...[
    'bucket: b',
    'endpoint: "https://s3.example"',
    ...[
      's3.example',
      '"localhost:9000"',
      '"ftp://s3.example"',
      '"https://s3.example/below"',
      '"https://k:s@s3.example/"',
    ].map((endpoint) => `bucket: b, endpoint: ${endpoint}`),
  ].map((stated): Case => [
    `settings.s3: {${stated}, secretAccessKey: hush}`,
    { stored: { source: undefined } },
    /^settings\.s3\.(?:bucket|endpoint): not converted: it takes both s3\.bucket and s3\.endpoint, .* set stored\.source to s3/m,
  ]),
  [
    'settings: {http.endpoint: "https://s.example", s3: {bucket: b, endpoint: "https://s3.example"}}',
    { stored: { source: 's3' } },
    /^settings\.http\.endpoint: not supported: Gavel reads all stored data from one source/m,
  ],
  [
    'settings: {s3: {bucket: b, endpoint: "https://s3.example"}, database: {type: postgres, host: db, dbname: d}}',
    { stored: { source: 'postgres' } },
    /^settings\.s3\.bucket: not supported: Gavel reads all stored data from one source/m,
  ],
];

t.test('a bucket becomes stored.source s3 and stored.url, or is reported', (t) => runCases(t, cases));
