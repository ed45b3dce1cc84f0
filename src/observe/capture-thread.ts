/** The thread that writes captured auctions, so that parsing, redacting and disk writes do not slow down auctions. */
import { parentPort, workerData } from 'node:worker_threads';
import { jsonBlotter } from '../config/secrets.ts';
import { writeFix } from '../error-text.ts';
import { CaptureFiles } from './capture-files.ts';
import { captureLine } from './capture-line.ts';
import { notJson, type CaptureMessage, type CaptureReceipt, type CaptureSetup } from './capture-message.ts';

const setup = workerData as CaptureSetup;
const files = new CaptureFiles(setup, process.pid);
const rules = { ...setup, write: jsonBlotter(setup.secrets) };
const port = parentPort!;

port.on('message', (message: CaptureMessage | 'end') => {
  if (message === 'end') {
    files.close();
    port.close();
    return;
  }
  const receipt: CaptureReceipt = { bytes: message.bytes.byteLength, fault: write(message) };
  port.postMessage(receipt);
});
port.postMessage({ bytes: 0, fault: '' } satisfies CaptureReceipt);

/** Writes one auction. Returns why it is not in a file; '' when it is. */
function write(message: CaptureMessage): string {
  try {
    const line = captureLine(message, rules);
    if (line === undefined) return notJson;
    files.append(`${line}\n`);
    return '';
  } catch (error) {
    const { code = (error as Error).message } = error as NodeJS.ErrnoException;
    return `cannot be written (${code}): ${writeFix(error, 'capture.path')}`;
  }
}
