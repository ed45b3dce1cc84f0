/** The command line of `bench:replay`. */
import { parseArgs } from 'node:util';
import { positiveNumber } from '../command.ts';

/** What the command line asks for. */
export interface ReplayOptions {
  readonly file: string;
  /** Auctions a second; 0: as they came, `speed` times as fast. */
  readonly rate: number;
  readonly speed: number;
  readonly repeat: number;
  /** The configuration of the service that is started; undefined: that of the fixtures. */
  readonly config: string | undefined;
  /** A service that runs already. */
  readonly service: string | undefined;
  readonly farmPort: number;
  readonly baseline: string | undefined;
  readonly record: string | undefined;
  readonly result: string | undefined;
  /** Bidders get five seconds whatever `tmax` says, and nothing is refused: answers are judged, not speed. */
  readonly patient: boolean;
  readonly set: readonly string[];
}

const patientSettings = [
  'auction.tmaxMinMs=5000',
  'auction.tmaxMaxMs=5000',
  'auction.tmaxDefaultMs=5000',
  'overload.maxDelayMs=60000',
  'cache.timeoutMs=1000',
  'cache.expectedMs=1000',
];

/** What `--help` says. */
export const helpText = `Replays captured auctions against the service, whose bidders answer as they did.

  npm run bench:replay -- FILE [--config service.yaml] [--rate 200 | --speed 2] [--repeat 5] [--baseline DIR]

FILE              auctions as the setting capture.path records them, or bench/fixtures/requests.ndjson
--rate N          auctions a second (100)
--speed X         in place of --rate: as they came, X times as fast
--repeat N        how often the file is played (1)
--config FILE     the configuration of the service that is started, for auctions of your own that of your service (that of the
                  fixtures); every bidder's endpoint is replaced, and neither events nor captures are written
--set PATH=VALUE  another setting of that service; may be repeated
--service URL     a service that runs already; its bidders must point to the farm: --farm-port, endpoint http://127.0.0.1:PORT/CODE
--farm-port N     the port of the farm (any free one)
--patient         8 auctions at a time at most, bidders get 5 s whatever tmax says, none is refused: compares answers even on a busy machine
--baseline DIR    another checkout, which gets the same auctions: answers and speed are compared with its own
--record FILE     writes the auctions with the answers that came now
--result FILE     where the result goes as JSON (bench/results/replay-<time>.json)

Answers are compared with those in FILE, and with the baseline's. Status 1: an answer differs, or none came.
A bidder's definition may know addresses that no endpoint replaces: replay on a machine that reaches nobody, if yours do.
`;

const flags = {
  help: { type: 'boolean', short: 'h' },
  rate: { type: 'string' },
  speed: { type: 'string' },
  repeat: { type: 'string', default: '1' },
  config: { type: 'string' },
  service: { type: 'string' },
  'farm-port': { type: 'string', default: '0' },
  baseline: { type: 'string' },
  record: { type: 'string' },
  result: { type: 'string' },
  patient: { type: 'boolean', default: false },
  set: { type: 'string', multiple: true, default: [] as string[] },
} as const;

/** Reads the arguments; null when help is wanted. Throws an Error that says what is wrong. */
export function readOptions(args: readonly string[]): ReplayOptions | null {
  const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options: flags });
  if (values.help === true) return null;
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new Error('give one file of captured auctions; --help says more');
  if (values.rate !== undefined && values.speed !== undefined) throw new Error('give --rate or --speed, not both');
  const { config, service, baseline, record, result, set, patient } = values;
  if (service !== undefined && (config ?? baseline) !== undefined)
    throw new Error('--service runs already: leave --config and --baseline out');
  return {
    file,
    rate: values.speed === undefined ? positiveNumber('rate', values.rate ?? '100', 100_000) : 0,
    speed: positiveNumber('speed', values.speed ?? '1', 1000),
    repeat: positiveNumber('repeat', values.repeat, 1_000_000),
    farmPort: values['farm-port'] === '0' ? 0 : positiveNumber('farm-port', values['farm-port'], 65_535),
    config,
    service,
    baseline,
    record,
    result,
    patient,
    set: [...(patient ? patientSettings : []), ...set],
  };
}
