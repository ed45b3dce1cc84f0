/** Every auction case under the word `svc`. */
import { runCases } from '../support/cases.ts';

await runCases('svc');
