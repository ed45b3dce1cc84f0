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
    'Plays the auctions of FILE again (as capture.path records them, or bench/fixtures/requests.ndjson), bidders answering as they did; status 1: an answer is not the one in FILE or of the baseline, or none came.',
  flags: {
    rate: { type: 'string', value: 'N', says: 'auctions a second (100)' },
    speed: { type: 'string', value: 'X', says: 'in place of --rate: as they came, X times as fast' },
    repeat: { type: 'string', default: '1', value: 'N', says: 'how often the file is played (1)' },
    config: {
      type: 'string',
      value: 'FILE',
      says: 'the configuration of the service that is started (that of the fixtures), but for endpoints, events and captures',
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
      says: 'a service that runs already, whose bidders point to the farm: --farm-port, endpoint http://127.0.0.1:PORT/CODE/ and its own host, path and query',
    },
    'farm-port': { type: 'string', default: '0', value: 'N', says: 'the port of the farm (any free one)' },
    patient: {
      type: 'boolean',
      default: false,
      says: '8 auctions at a time at most, none beside one that makes the same calls, bidders get 5 s whatever tmax says, none is refused: for a busy machine',
    },
    baseline: {
      type: 'string',
      value: 'DIR',
      says: 'another checkout, which gets the same auctions and is compared with',
    },
    record: { type: 'string', value: 'FILE', says: 'writes the auctions with the answers that came now' },
    result: {
      type: 'string',
      value: 'FILE',
      says: 'where the result goes as JSON (bench/results/replay-<time>.json)',
    },
  },
} as const;

/** The command line's options. `rate` is in auctions per second; 0: as recorded, `speed` times as fast. */
export type ReplayOptions = ReturnType<typeof readOptions>;

/** Reads the arguments; throws an Error that says what is wrong. */
export function readOptions(args: readonly string[]) {
  const { values, positionals } = readFlags(usage, args, true);
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new Error('give one file of captured auctions; --help says more');
  if (values.rate !== undefined && values.speed !== undefined) throw new Error('give --rate or --speed, not both');
  if (values.service !== undefined && (values.config ?? values.baseline ?? values.set[0]) !== undefined)
    throw new Error('--service runs already: leave --config, --set and --baseline out');
  if (values.service !== undefined && !/^https?:/.test(URL.parse(values.service)?.protocol ?? ''))
    throw new Error(`--service ${values.service} is wrong: give an address such as http://127.0.0.1:8000`);
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
