/** Every auction case under the namespace `svc`. */
import { runCases } from './run-cases.ts';

await runCases('svc');
