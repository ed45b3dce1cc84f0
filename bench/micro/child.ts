/**
 * One group of micro-benchmarks of one checkout, in a process of its own so that groups do not spoil each other's compiled code:
 * forked by micro.ts with `--root DIR --group NAME --only TEXT --warm-ms N`; answers each message `{ms}` with one round's timings.
 */
import { parseArgs } from 'node:util';
import { makeRounds, type MicroCase } from './clock.ts';
import { envelopeCases } from './envelope-cases.ts';
import { groupNames, type GroupName, type RoundOrder, type RoundReply } from './groups.ts';
import { hopCases, realCases } from './hop-cases.ts';
import { loadTarget, type Target } from './target.ts';

const groups: { readonly [Name in GroupName]: (target: Target) => MicroCase[] | Promise<MicroCase[]> } = {
  hops: hopCases,
  'real bidders': realCases,
  envelope: envelopeCases,
};

function reply(message: RoundReply): void {
  process.send!(message);
}

async function main(): Promise<void> {
  const options = { root: { type: 'string' }, group: { type: 'string' }, only: { type: 'string' } } as const;
  const { values } = parseArgs({ options: { ...options, 'warm-ms': { type: 'string', default: '200' } } });
  const { root = '', only = '' } = values;
  const group = groupNames.find((name) => name === values.group);
  if (group === undefined) throw new Error(`--group ${values.group} is not known: use ${groupNames.join(', ')}`);
  const cases = await groups[group](await loadTarget(root));
  const round = makeRounds(
    cases.filter(({ name }) => name.includes(only)),
    Number(values['warm-ms']),
  );
  process.on('message', ({ ms }: RoundOrder) => reply({ timings: round(ms) }));
  process.on('disconnect', () => process.exit(0));
  reply({ timings: [] });
}

try {
  await main();
} catch (error) {
  process.stderr.write(`micro: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
