/** The thread that writes captured auctions: parsing, blotting out and the disk cost the auctions of the process nothing. */
import { createContext, Script } from 'node:vm';
import { parentPort, workerData } from 'node:worker_threads';
import { jsonBlotter } from '../config/secrets.ts';
import { CaptureFiles } from './capture-files.ts';
import { captureLine } from './capture-line.ts';
import type { CaptureMessage, CaptureReceipt, CaptureSetup } from './capture-message.ts';

/** Ids and texts that are made for it can hold a pattern up for hours. */
const usualLongestMs = 30_000;

const setup = workerData as CaptureSetup;
const files = new CaptureFiles(setup, process.pid);
const rules = { ...setup, write: jsonBlotter(setup.secrets) };
const room = createContext({ captureLine, rules });
const write = new Script('captureLine(message, rules)');
const timeout = setup.longestMs ?? usualLongestMs;
const port = parentPort!;

port.on('message', (message: CaptureMessage | 'end') => {
  if (message === 'end') {
    files.close();
    port.close();
    return;
  }
  const receipt: CaptureReceipt = { bytes: message.bytes.byteLength, fault: keep(message) };
  port.postMessage(receipt);
});
port.postMessage({ bytes: 0, fault: '' } satisfies CaptureReceipt);

/** Why the auction is in no file, '' when it is. */
function keep(message: CaptureMessage): string {
  try {
    room['message'] = message;
    const line = write.runInContext(room, { timeout }) as string | undefined;
    if (line === undefined) return 'unreadable';
    files.append(`${line}\n`);
    return '';
  } catch (error) {
    return `cannot be written (${(error as NodeJS.ErrnoException).code ?? (error as Error).message})`;
  }
}
