/** Guards the house rules: the top level, layers, cycles, barrels, headers and sizes of the code (house, 'Folders', 'Style'). */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import t from 'tap';

const root = join(import.meta.dirname, '..');

/** Every source file: its path from the root, its text, and the files of ours that it imports. */
const files = new Map<string, { text: string; imports: string[] }>();
for (const folder of ['src', 'workers']) {
  for (const path of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })) {
    if (!path.endsWith('.ts')) continue;
    const name = `${folder}/${path}`;
    const text = readFileSync(join(root, name), 'utf8');
    const imports = [...text.matchAll(/(?:from |import |import\()'(\.[^']+)'/g)].map((match) =>
      relative(root, join(root, dirname(name), match[1]!)),
    );
    files.set(name, { text, imports });
  }
}

/** The layers, lowest first; a file belongs to the first pattern that fits. A file may import its own group and lower layers. */
const layers: { layer: number; group: string; pattern: RegExp }[] = [
  { layer: 0, group: 'errors', pattern: /^src\/errors\.ts$/ },
  { layer: 0, group: 'openrtb', pattern: /^src\/openrtb\// },
  { layer: 0, group: 'money', pattern: /^src\/money\// },
  { layer: 0, group: 'gzip', pattern: /^src\/gzip\// },
  { layer: 1, group: 'config', pattern: /^src\/config\// },
  { layer: 1, group: 'privacy', pattern: /^src\/privacy\// },
  { layer: 1, group: 'usersync', pattern: /^src\/usersync\// },
  { layer: 1, group: 'adapter', pattern: /^src\/adapter\// },
  { layer: 1, group: 'plugins', pattern: /^src\/plugins\// },
  { layer: 2, group: 'bidders', pattern: /^src\/bidders\// },
  {
    layer: 3,
    group: 'records',
    pattern:
      /^src\/auction\/(?:byte-range|call-records|context|context-imp|context-terms|hop-functions|messages|settle-messages|settled-call|tally)\.ts$/,
  },
  { layer: 3, group: 'server-identity', pattern: /^src\/server-identity\.ts$/ },
  { layer: 3, group: 'server-lookup', pattern: /^src\/server-lookup\.ts$/ },
  { layer: 4, group: 'stages', pattern: /^src\/stages\// },
  { layer: 5, group: 'workers', pattern: /^workers\// },
  {
    layer: 4,
    group:
      'error-text, full-disk, gather-bytes, in-time, lock-file, machine, make-folder, open-all, own-server, seldom',
    pattern:
      /^src\/(?:error-text|full-disk|gather-bytes|in-time|lock-file|machine|make-folder|open-all|own-server|seldom)\.ts$/,
  },
  { layer: 4, group: 'redis', pattern: /^src\/redis\// },
  { layer: 5, group: 'native', pattern: /^src\/native\// },
  { layer: 5, group: 'stored', pattern: /^src\/stored\// },
  { layer: 5, group: 'cache', pattern: /^src\/cache\// },
  { layer: 5, group: 'analytics', pattern: /^src\/analytics\// },
  { layer: 5, group: 'observe', pattern: /^src\/observe\// },
  { layer: 6, group: 'auction', pattern: /^src\/auction\// },
  { layer: 6, group: 'judge', pattern: /^src\/judge\// },
  { layer: 7, group: 'store-tool', pattern: /^src\/store-tool\// },
  { layer: 7, group: 'convert', pattern: /^src\/convert\// },
  { layer: 7, group: 'http', pattern: /^src\/http\// },
  {
    layer: 8,
    group: 'main',
    pattern:
      /^src\/(?:main|command-line|config-file|obey-signals|serve|cluster(?:\/\w+)?|admin|sandbox|serve-from-file|start\/[\w-]+|load-bidders|load-plugins|command-output|store-tool|convert-tool|write-bidder-pages)\.ts$/,
  },
];

const placeOf = (name: string) => layers.find(({ pattern }) => pattern.test(name));

t.test('there are files to guard', async (t) => {
  t.ok(files.size > 40, `${files.size} files`);
});

t.test('every file belongs to a layer and imports only downwards', async (t) => {
  for (const [name, { imports }] of files) {
    const from = placeOf(name);
    if (from === undefined) {
      t.fail(`${name} belongs to no layer`);
      continue;
    }
    for (const imported of imports) {
      // The sandbox's bidders are the benchmarks' farm (interface, 'Commands').
      if (name === 'src/sandbox.ts' && imported.startsWith('bench/farm/')) continue;
      const to = placeOf(imported);
      const allowed = to !== undefined && (to.layer < from.layer || to.group === from.group);
      // errors, openrtb and money are one layer that knows itself.
      if (!allowed && !(to?.layer === 0 && from.layer === 0)) t.fail(`${name} may not import ${imported}`);
    }
  }
});

t.test('a stage imports no other stage', async (t) => {
  for (const [name, { imports }] of files) {
    if (!name.startsWith('src/stages/')) continue;
    for (const imported of imports) if (imported.startsWith('src/stages/')) t.fail(`${name} imports ${imported}`);
  }
});

/** The names in backquotes. */
const namesIn = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name!);

t.test('every stage is listed in its folder, with the file that composes it', async (t) => {
  for (const hop of ['prepare', 'settle']) {
    const listed = readFileSync(join(root, `src/stages/${hop}/README.md`), 'utf8');
    const stages = [...files.keys()].filter((name) => name.startsWith(`src/stages/${hop}/`));
    for (const name of stages) {
      const step = name.slice(`src/stages/${hop}/`.length, -'.ts'.length);
      if (!listed.includes(`\`${step}\``)) t.fail(`src/stages/${hop}/README.md does not list ${step}`);
    }
    const rows = [...listed.matchAll(/^\| (`.+`) \|.*\| (`.+`) \|$/gm)].map(([, ...cells]) => cells.map(namesIn));
    t.ok(stages.length > 10 && rows.length > 10, `${hop}: ${stages.length} stages, ${rows.length} rows`);
    for (const [steps = [], composers = []] of rows) {
      for (const composer of composers)
        if (!files.has(composer)) t.fail(`src/stages/${hop}/README.md names ${composer}, which is not there`);
      for (const step of steps) {
        const isComposed = composers.some((name) => files.get(name)?.imports.includes(`src/stages/${hop}/${step}.ts`));
        if (!isComposed) t.fail(`src/stages/${hop}/README.md: ${step} is not composed in ${composers.join(', ')}`);
      }
    }
  }
});

t.test('every file of workers is listed in its README once, below a file that imports it', async (t) => {
  const page = readFileSync(join(root, 'workers/README.md'), 'utf8');
  const there = [...files.keys()].filter((name) => name.startsWith('workers/'));
  const fileOf = new Map(there.map((name) => [basename(name, '.ts'), name]));
  const lines = [...page.matchAll(/^( *)- (`[^:\n]+)/gm)].map(([, indent = '', names = '']) => ({
    depth: indent.length,
    names: namesIn(names).map((name) => fileOf.get(name) ?? name),
  }));
  for (const [at, { depth, names }] of lines.entries()) {
    const parent = lines
      .slice(0, at)
      .findLast((line) => line.depth < depth)
      ?.names.at(-1);
    for (const name of parent === undefined ? [] : names) {
      if (!files.get(parent!)?.imports.includes(name)) t.fail(`workers/README.md: ${parent} does not import ${name}`);
    }
  }
  t.strictSame(lines.flatMap(({ names }) => names).toSorted(), there.toSorted());
});

t.test('there are no import cycles', async (t) => {
  const done = new Set<string>();
  const visit = (name: string, path: readonly string[]): void => {
    if (path.includes(name)) {
      t.fail(`cycle: ${[...path.slice(path.indexOf(name)), name].join(' → ')}`);
      return;
    }
    if (done.has(name)) return;
    for (const imported of files.get(name)?.imports ?? []) visit(imported, [...path, name]);
    done.add(name);
  };
  for (const name of files.keys()) visit(name, []);
});

t.test(
  'only the HTTP front uses uWebSockets.js, only commands read the environment, pure layers do no I/O',
  async (t) => {
    for (const [name, { text }] of files) {
      if (
        /uWebSockets\.js/.test(text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')) &&
        !/^src\/http\/(?:uws|server)\.ts$/.test(name)
      ) {
        t.fail(`${name} names uWebSockets.js`);
      }
      if (/process\.env/.test(text) && !/^src\/(?:main|store-tool|native\/build)\.ts$/.test(name))
        t.fail(`${name} reads the environment`);
      const layer = placeOf(name)?.layer ?? 0;
      if (
        layer > 5 ||
        /^src\/(?:(?:in-time|lock-file|machine|make-folder|seldom|server-lookup)\.ts|(?:native|redis|stored|cache|analytics|observe)\/)/.test(
          name,
        )
      )
        continue;
      const impure =
        /\b(?:Date\.now|performance\.now|Math\.random|randomUUID|randomBytes|setTimeout)\(|\bawait fetch\(|node:(?:fs|net|http|https|dns)/.exec(
          text,
        );
      if (impure) t.fail(`${name} is no pure layer: ${impure[0]}`);
    }
  },
);

t.test('files open with a header and stay small', async (t) => {
  for (const [name, { text }] of files) {
    if (!text.startsWith('/**') && !text.startsWith('// ')) t.fail(`${name} has no header`);
    const lines = text.split('\n').length;
    if (lines > 250) t.fail(`${name} has ${lines} lines: two rooms in one`);
    if (lines > 100 && name === 'src/auction/auction.ts') t.fail(`the flow has ${lines} lines: it is read first`);
    if (/^export \* from/m.test(text)) t.fail(`${name} is a barrel`);
  }
});

const tracked = spawnSync('git', ['-c', 'safe.directory=*', 'ls-tree', '--name-only', 'HEAD'], {
  cwd: root,
  encoding: 'utf8',
});
const isCopy = tracked.status === 0 ? false : 'a copy without its repository';

t.test('the top level has only its fixed entries', { skip: isCopy }, async (t) => {
  const names = tracked.stdout.split('\n').filter((name) => name !== '' && !name.startsWith('.'));
  const files = ['LICENSE', 'README.md', 'package-lock.json', 'package.json', 'tsconfig.json'];
  t.strictSame(new Set(names), new Set([...files, 'bench', 'src', 'test', 'workers']));
});
