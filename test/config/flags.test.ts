/** The command line: what each flag sets, and the faults of wrong ones. */
import t from 'tap';
import { parseFlags, type CommandLine } from '../../src/config/flags.ts';
import { helpText } from '../../src/config/help.ts';

function lineOf(...argv: string[]): CommandLine {
  const { commandLine, faults } = parseFlags(argv);
  if (faults.length > 0) throw new Error(faults.join('\n'));
  return commandLine;
}

t.test('an empty command line has no config file, which starts the sandbox', async (t) => {
  const line = lineOf();
  t.strictSame(
    { ...line, flags: { ...line.flags } },
    { help: false, version: false, settings: false, check: false, configFile: undefined, flags: {} },
  );
});

t.test('each flag is read', async (t) => {
  const line = lineOf('--config', 'a.yaml', '--port=8001', '--host', '::', '--set', 'log.level=debug', '--set=a.b=c=d');
  t.equal(line.configFile, 'a.yaml');
  t.strictSame({ ...line.flags }, { port: '8001', host: '::', 'log.level': 'debug', 'a.b': 'c=d' });
  t.equal(lineOf('--help').help, true);
  t.equal(lineOf('-h').help, true);
  t.equal(lineOf('--version').version, true);
  t.equal(lineOf('--check').check, true);
  t.strictSame({ ...lineOf('--port', '-1').flags }, { port: '-1' }, 'values are not checked here');
});

t.test('a path named __proto__ is an ordinary path', async (t) => {
  const { flags } = lineOf('--set', '__proto__=1', '--set', 'constructor=2');
  t.strictSame(Object.entries(flags), [
    ['__proto__', '1'],
    ['constructor', '2'],
  ]);
  t.equal(Object.hasOwn(Object.prototype, '1'), false);
});

const faults: readonly (readonly [argv: readonly string[], faults: readonly string[]])[] = [
  [['--prot=5'], ['"--prot" is not a flag: did you mean --port?']],
  [
    ['--confg', 'x'],
    [
      '"--confg" is not a flag: did you mean --config?',
      '"x" is unexpected: a flag starts with --, and a value follows its flag',
    ],
  ],
  [['--nonsense'], ['"--nonsense" is not a flag: see --help for the flags']],
  [['--__proto__=1'], ['"--__proto__" is not a flag: see --help for the flags']],
  [['--no-help'], ['"--no-help" is not a flag: see --help for the flags']],
  [['-x'], ['"-x" is not a flag: see --help for the flags']],
  [['--port'], ['--port needs a value: --port 8000']],
  [
    ['--config', '--port', '1'],
    [
      '--config needs a value: --config service.yaml',
      '"1" is unexpected: a flag starts with --, and a value follows its flag',
    ],
  ],
  [['--config='], ['--config needs a value: --config service.yaml']],
  [
    ['--port', '', '--host='],
    ['--port needs a value: --port 8000', '--host needs a value: --host 0.0.0.0'],
  ],
  [['--help=yes'], ['--help takes no value: leave it out']],
  [['--set', 'x'], ['--set "x" is not a setting: write path=value, such as --set auction.tmaxMaxMs=3000']],
  [['--set', '=x'], ['--set "=x" is not a setting: write path=value, such as --set auction.tmaxMaxMs=3000']],
  [['--port', '1', '--port', '2'], ['--port is given twice: keep one of the two']],
  [['--port', '1', '--set', 'port=2'], ['--set port is given twice: keep one of the two']],
  [['service.yaml'], ['"service.yaml" is unexpected: a flag starts with --, and a value follows its flag']],
  [['--', 'x'], ['"x" is unexpected: a flag starts with --, and a value follows its flag']],
];

t.test('each wrong command line has its faults', async (t) => {
  for (const [argv, expected] of faults) {
    t.strictSame(parseFlags(argv).faults, expected, argv.join(' '));
  }
});

t.test('--help documents every flag, the environment and the exit statuses', async (t) => {
  for (const flag of ['--config FILE', '--port N', '--host H', '--set PATH=VALUE', '--check', '--help', '--version']) {
    t.ok(helpText.includes(`\n  ${flag}`), flag);
  }
  for (const part of ['SVC__AUCTION__TMAXMAXMS=3000', 'npm start', 'npm test', 'defaultScope', '\n  0 ', '\n  1 ']) {
    t.ok(helpText.includes(part), part);
  }
  t.ok(
    helpText.split('\n').every((line) => line.length <= 120),
    'no line is longer than 120 characters',
  );
});
