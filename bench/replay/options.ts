/** The command line of `bench:replay`. */
import { checkoutAt } from '../checkout.ts';
import { positiveNumber, wholeNumber } from '../command.ts';
import { readFlags } from '../flags.ts';

/** Bidders get five seconds whatever `tmax` says, and nothing is refused: answers are judged, not speed. */
const patientSettings = [
  'auction.tmaxMinMs=5000',
  'auction.tmaxMaxMs=5000',
  'auction.tmaxDefaultMs=5000',
  'overload.maxDelayMs=60000',
  'cache.timeoutMs=1000',
  'cache.expectedMs=1000',
];

const usage = {
  command: 'npm run bench:replay -- FILE [flags]',
  about:
    'Replays the auctions in FILE (as recorded by capture.path, or bench/fixtures/requests.ndjson), with bidders answering as they did; exit status 1: an answer differs from FILE or the baseline, or is missing.',
  flags: {
    rate: { type: 'string', value: 'N', says: 'auctions per second (100)' },
    speed: { type: 'string', value: 'X', says: 'instead of --rate: at the recorded pace, X times as fast' },
    repeat: { type: 'string', default: '1', value: 'N', says: 'how often to play the file (1)' },
    config: {
      type: 'string',
      value: 'FILE',
      says: 'configuration of the started service (default: that of the fixtures); endpoints, events, captures and bid cache are replaced',
    },
    set: {
      type: 'string',
      multiple: true,
      default: [] as string[],
      value: 'PATH=VALUE',
      says: 'another setting of that service; may be repeated',
    },
    service: {
      type: 'string',
      value: 'URL',
      says: 'a running service whose bidders point to the farm: set --farm-port, and each endpoint to http://127.0.0.1:PORT/CODE/ followed by its own host, path and query',
    },
    'farm-port': { type: 'string', default: '0', value: 'N', says: 'port of the farm (default: any free one)' },
    patient: {
      type: 'boolean',
      default: false,
      says: 'for a busy machine: at most 8 auctions at a time, never two that make the same calls; bidders get 5 s whatever tmax says; none is rejected',
    },
    baseline: {
      type: 'string',
      value: 'DIR',
      says: 'another checkout to send the same auctions to and compare with',
    },
    record: { type: 'string', value: 'FILE', says: 'write the auctions with their new answers to FILE' },
    result: {
      type: 'string',
      value: 'FILE',
      says: 'where to write the result as JSON (bench/results/replay-<time>.json)',
    },
  },
} as const;

/** The command line's options. `rate` is in auctions per second; 0: as recorded, `speed` times as fast. */
export type ReplayOptions = ReturnType<typeof readOptions>;

/** Reads the arguments; throws an Error that says what is wrong. */
export function readOptions(args: readonly string[]) {
  const { values, positionals } = readFlags(usage, args, true);
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new Error('give one file of captured auctions; see --help');
  if (values.rate !== undefined && values.speed !== undefined) throw new Error('give --rate or --speed, not both');
  if (values.service !== undefined && (values.config ?? values.baseline ?? values.set[0]) !== undefined)
    throw new Error('--service is already running: leave out --config, --set and --baseline');
  if (values.service !== undefined && !/^https?:/.test(URL.parse(values.service)?.protocol ?? ''))
    throw new Error(`--service ${values.service} is not valid: give a URL such as http://127.0.0.1:8000`);
  return {
    ...values,
    file,
    baseline: values.baseline === undefined ? undefined : checkoutAt(values.baseline),
    rate: values.speed === undefined ? positiveNumber('rate', values.rate ?? '100', 100_000) : 0,
    speed: positiveNumber('speed', values.speed ?? '1', 1000),
    repeat: wholeNumber('repeat', values.repeat, [1, 1_000_000]),
    farmPort: wholeNumber('farm-port', values['farm-port'], [0, 65_535]),
    set: [...(values.patient ? patientSettings : []), ...values.set],
  };
}
