/** The store tool: `npm run store -- COMMAND` and `npm run store:migrate` (issue 7, items 3 and 4). */
import { readConfigFile } from './config-file.ts';
import { endWhenLost } from './command-output.ts';
import { runTool } from './store-tool/run-tool.ts';

endWhenLost('store');

const faults = await runTool(process.argv.slice(2), {
  env: process.env,
  out: (line) => void process.stdout.write(`${line}\n`),
  tell: (line) => void process.stderr.write(`${line}\n`),
  readConfigFile,
  loadBidders: async () => (await import('./load-bidders.ts')).loadBidders(),
});
for (const fault of faults) process.stderr.write(`store: ${fault}\n`);
// Exits as soon as all output is written, whatever connections hang.
process.exitCode = faults.length > 0 ? 1 : 0;
process.stdout.write('', (error) => error ?? process.stderr.write('', () => process.exit()));
