/** Every auction case under the word `prebid`: a host of either existing implementation keeps its clients (decisions, preamble). */
import { runCases } from '../support/cases.ts';

await runCases('prebid');
