/** The store tool as a process, and with files and real servers (issue 7, items 3 and 4). */
import { join, resolve } from 'node:path';
import t, { type Test } from 'tap';
import { readConfigFile } from '../../src/config-file.ts';
import { loadBidders } from '../../src/load-bidders.ts';
import { runTool } from '../../src/store-tool/run-tool.ts';
import { mysqlSkip, startMysql } from '../support/mysql.ts';
import { postgresSkip, startPostgres } from '../support/postgres.ts';
import { redisSkip, startRedis, startRedisCluster } from '../support/redis.ts';
import { runScript } from '../support/run-script.ts';
import { startS3 } from '../support/s3-server.ts';
import { startTextServer } from '../support/text-server.ts';
import { folderOf, good, type Ran, run } from './running-tool.ts';

const root = join(import.meta.dirname, '../..');

t.jobs = 4;

/** Runs the command as a process. */
async function runCommand(args: readonly string[]): Promise<Ran> {
  const { status, stdout, stderr } = await runScript(t, [join(root, 'src/store-tool.ts'), ...args]);
  return { status, out: stdout, messages: stderr };
}

t.test('--help shows the commands, and a wrong command says what to do', { buffered: true }, async (t) => {
  const [help, fault] = await Promise.all([
    runCommand(['--help']),
    runCommand(['show', '--set', 'stored.dir=./nowhere', '--', '-x']),
  ]);
  t.equal(help.status, 0);
  t.match(fault, { status: 1, out: '', messages: /\nstore: nothing is stored under "-x"/ });
  // A relative path may be another one than the service's.
  t.ok(
    fault.messages.startsWith(
      `warning: stored.dir ${resolve('nowhere')} does not exist: name the service's with --config`,
    ),
  );
  for (const word of ['import', 'list', 'show', 'validate', 'migrate', '--config FILE']) t.match(help.out, word);
  const wrong: readonly (readonly [string[], RegExp])[] = [
    [[], /name a command: import, list, show, validate, migrate/],
    [['lst'], /"lst" is not a command: did you mean list\?/],
    [['validate', '--check'], /--check is a flag of the service: use the command validate to check/],
    [['import'], /import takes other arguments: import DIR or import FILE/],
    [['list', 'bids'], /"bids" is not a kind: use requests, imps/],
    [['list', '--confg', 'x'], /did you mean --config\?/],
    [['list', '--config', '/nowhere.yaml'], /--config \/nowhere.yaml cannot be read \(ENOENT\)/],
    [['validate', 'nokind'], /"nokind" is not a key: write KIND\/ID/],
    [
      ['list', '--set', 'stored.source=postgres', '--set', 'stored.url=postgres://gavel@127.0.0.1:1/gavel'],
      /stored\.url cannot be used \(connect ECONNREFUSED 127\.0\.0\.1:1\): correct it, or fix what it names/,
    ],
  ];
  for (const [args, message] of wrong) {
    const { status, messages } = await run(args);
    t.equal(status, 1, args.join(' '));
    t.match(messages, message);
  }
});

t.test('faults in bidders or their definitions are not reported as faults of the source', async (t) => {
  const fault = '/srv/gavel/src/bidders/acme.ts:2: acme: the endpoint names the macro Tag';
  const tool = { env: {}, out: t.fail, tell: t.fail, readConfigFile };
  const broken = () => Promise.reject(new AggregateError([fault], fault));
  t.strictSame(await runTool(['validate'], { ...tool, loadBidders: broken }), [fault]);
  const args = ['validate', '--set', 'bidders={adxcg: {}, rubicon: {}}'];
  t.strictSame(
    await runTool(args, { ...tool, loadBidders }),
    ['adxcg', 'rubicon'].map((code) => `bidders.${code}.endpoint is missing: give the URL that the bidder gave you`),
  );
});

/** Runs all commands on the source that `stored` names. */
async function wholeTour(t: Test, stored: Readonly<Record<string, string>>): Promise<void> {
  const from = folderOf(t, good);
  t.match(await run(['import', from], stored), { status: 0, out: /^5 imported(?: into \/.*)?\n$/ });
  const listed = await run(['list'], stored);
  t.strictSame(listed.out.split('\n').filter(Boolean).toSorted(), Object.keys(good).toSorted());
  t.equal((await run(['list', 'imps'], stored)).out, 'imps/top\n');
  t.match(await run(['show', 'imps/top'], stored), { status: 0, out: `${JSON.stringify(good['imps/top'])}\n` });
  t.match(await run(['show', 'pub'], stored), { status: 0, messages: 'accounts/pub\n' });
  t.match(await run(['show', 'nobody'], stored), { status: 1, messages: /nothing is stored under "nobody"/ });
  t.match(await run(['validate'], stored), { status: 0, out: '5 validated, 0 faults\n' });
}

t.test('files: all commands work, and migrate creates nothing', { buffered: true }, async (t) => {
  const dir = folderOf(t, {});
  await wholeTour(t, { dir });
  t.match(await run(['migrate'], { dir }), {
    status: 0,
    out: /files, which needs no migration; if the service uses another source, name its configuration with --config FILE/,
  });
});

t.test(
  'PostgreSQL: all commands work after migrate, and missing rights or servers are reported',
  { buffered: true, skip: postgresSkip },
  async (t) => {
    const server = await startPostgres(t);
    const stored = { source: 'postgres', url: server.url };
    t.match(await run(['list'], stored), {
      status: 1,
      messages: /gavel_stored is missing: run npm run store:migrate -- --config FILE/,
    });
    t.match(await run(['migrate'], stored), { status: 0, out: 'made: 3 migrations\n' });
    t.match(await run(['migrate'], stored), { status: 0, out: 'the database is up to date\n' });
    await wholeTour(t, stored);
    await server.query('CREATE ROLE stranger LOGIN');
    t.match(await run(['list'], { ...stored, url: server.url.replace('gavel@', 'stranger@') }), {
      status: 1,
      messages: /the user of stored\.url may not use the table gavel_stored: grant it/,
    });
    await server.end();
    t.match(await run(['list'], stored), {
      status: 1,
      messages: /^store: stored\.url cannot be used \(.*ECONNREFUSED/,
    });
  },
);

t.test(
  'MySQL: all commands work after migrate, and missing rights, views or servers are reported',
  { buffered: true, skip: mysqlSkip },
  async (t) => {
    const server = await startMysql(t);
    const stored = { source: 'mysql', url: server.url };
    t.match(await run(['list'], stored), {
      status: 1,
      messages: /gavel_accounts is missing: run npm run store:migrate -- --config FILE/,
    });
    t.match(await run(['migrate'], stored), { status: 0, out: 'made: 5 tables\n' });
    await server.query('DROP TABLE gavel_imps');
    t.match(await run(['migrate'], stored), { status: 0, out: 'made: 1 table\n' });
    t.match(await run(['migrate'], stored), { status: 0, out: 'the database is up to date\n' });
    await wholeTour(t, stored);
    await server.query(`CREATE USER stranger@'%'; GRANT INSERT ON gavel.gavel_imps TO stranger@'%'`);
    t.match(await run(['list'], { ...stored, url: server.url.replace('root@', 'stranger@') }), {
      status: 1,
      messages: /the user of stored\.url may not use the table gavel_accounts: grant it/,
    });
    t.match(await run(['list'], { ...stored, url: server.url.replace('root@', 'nobody:secret@') }), {
      status: 1,
      messages:
        /^store: stored\.url cannot be used \(Access denied for user 'nobody'@'[^']+' \(using password: YES\)\)/,
    });
    await server.query('DROP TABLE gavel_requests; CREATE VIEW gavel_requests AS SELECT id, data FROM gavel_imps');
    t.match(await run(['migrate'], stored), { status: 0, out: 'the database is up to date\n' });
    t.match(await run(['import', folderOf(t, good)], stored), {
      status: 1,
      messages: /gavel_requests is a view over other tables: write to those/,
    });
    await server.end();
    t.match(await run(['list'], stored), {
      status: 1,
      messages: /^store: stored\.url cannot be used \(.*ECONNREFUSED/,
    });
  },
);

t.test('Redis: all commands work', { buffered: true, skip: redisSkip }, async (t) => {
  const server = await startRedis(t);
  await wholeTour(t, { source: 'redis', url: server.url });
});

t.test('a Redis cluster: all commands work', { buffered: true, skip: redisSkip }, async (t) => {
  const cluster = await startRedisCluster(t);
  await wholeTour(t, { source: 'redis', url: cluster.url });
});

t.test('S3: all commands work, and invalid ids or a wrong secret are reported', { buffered: true }, async (t) => {
  const { url, objects } = await startS3(t, { pageSize: 2 });
  const stored = { source: 's3', url };
  await wholeTour(t, stored);
  t.equal(String(objects.get('imps/top.json')), JSON.stringify(good['imps/top']));
  t.match(await run(['migrate'], stored), { status: 0, out: 'stored.source is s3, which needs no migration\n' });
  const odd = folderOf(t, { 'imps/a\\b': {}, 'imps/c': {} });
  t.match(await run(['import', odd], stored), {
    status: 1,
    messages: /imps\/a\\b cannot be an object key: use no backslashes,.*\n.*nothing was imported/,
  });
  t.notOk(objects.has('imps/c.json'));
  t.match(await run(['list'], { ...stored, url: url.replace(/:[^:@]+@/, ':hush-hush@') }), {
    status: 1,
    messages:
      /^store: stored data: stored\.url answered 403 SignatureDoesNotMatch: the secret of stored\.url does not match its key(?!.*hush)/,
  });
});

t.test(
  'HTTP: texts can be shown and validated by key, but neither listed nor imported',
  { buffered: true },
  async (t) => {
    const server = await startTextServer(t, { text: JSON.stringify({ imps: { top: good['imps/top'] } }) });
    const stored = { source: 'http', url: server.url };
    t.match(await run(['show', 'imps/top'], stored), { status: 0, out: `${JSON.stringify(good['imps/top'])}\n` });
    t.match(await run(['validate', 'imps/top'], stored), { status: 0 });
    t.match(await run(['list'], stored), { status: 1, messages: /http cannot be listed or written from here/ });
    t.match(await run(['import', folderOf(t, good)], stored), { status: 1, messages: /cannot be listed or written/ });
  },
);
