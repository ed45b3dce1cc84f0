/** The store tool: `npm run store -- COMMAND` and `npm run store:migrate` (issue 7, items 3 and 4). */
import { readConfigFile } from './config-file.ts';
import { endTool, endWhenLost } from './command-output.ts';
import { runTool } from './store-tool/run-tool.ts';

endWhenLost('store');

const faults = await runTool(process.argv.slice(2), {
  env: process.env,
  out: (line) => void process.stdout.write(`${line}\n`),
  tell: (line) => void process.stderr.write(`${line}\n`),
  readConfigFile,
  loadBidders: async () => (await import('./load-bidders.ts')).loadBidders(),
});
endTool('store', faults);
