/**
 * Runs one group of micro-benchmarks of one checkout in a separate process, so that groups do not affect each other's compiled code.
 * Forked by micro.ts with `--root DIR --group NAME --only TEXT --warm-ms N`; answers each order with a timing.
 */
import { parseArgs } from 'node:util';
import { failWith } from '../command.ts';
import { makeTimer, type MicroCase } from './clock.ts';
import { envelopeCases } from './envelope-cases.ts';
import { groupNames, type GroupName, type ChildMessage, type TimingOrder } from './groups.ts';
import { hopCases, realCases } from './hop-cases.ts';
import { serializerCases } from './serializer-cases.ts';
import { stageCases } from './stage-cases.ts';
import { loadTarget, type Target } from './target.ts';

const groups: { readonly [Name in GroupName]: (target: Target) => MicroCase[] | Promise<MicroCase[]> } = {
  hops: hopCases,
  'real bidders': realCases,
  envelope: envelopeCases,
  serializers: serializerCases,
  stages: stageCases,
};

function reply(message: ChildMessage): void {
  process.send!(message);
}

async function main(): Promise<void> {
  const options = { root: { type: 'string' }, group: { type: 'string' }, only: { type: 'string' } } as const;
  const { values } = parseArgs({ options: { ...options, 'warm-ms': { type: 'string', default: '200' } } });
  const { root = '', only = '' } = values;
  const group = groupNames.find((name) => name === values.group);
  if (group === undefined) throw new Error(`--group ${values.group} is not known: use ${groupNames.join(', ')}`);
  const cases = await groups[group](await loadTarget(root));
  const wanted = cases.filter(({ name }) => name.includes(only));
  const time = makeTimer(wanted, Number(values['warm-ms']));
  process.on('message', ({ at, ms }: TimingOrder) => reply(time(at, ms)));
  process.on('disconnect', () => process.exit(0));
  reply({ cases: wanted.length });
}

await main().catch((error: unknown) => failWith('micro', error));
