/** Every auction case under the namespace `svc`. */
import { runCases } from '../support/cases.ts';

await runCases('svc');
