/** Every auction case under the namespace `prebid`, so that hosts of either implementation keep their clients (decisions, preamble). */
import { runCases } from './run-cases.ts';

await runCases('prebid');
