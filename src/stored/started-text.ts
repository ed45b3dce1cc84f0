/** Starts a refreshed text that must be good at the start. */
import type { SharedText } from '../auction/messages.ts';
import { RefreshedText, type Notices, type TextSource } from './refreshed-text.ts';

/** Such a text: `current` gives the last good one, null for none. */
export interface StartedText {
  current(): SharedText | null;
  close(): void;
}

/** That of a host that has none. */
export const noText: StartedText = { current: () => null, close: () => undefined };

/** Reads the text for the first time and keeps it fresh. Rejects with an Error that says what is wrong with it. */
export async function startText(source: TextSource, log: Notices): Promise<StartedText> {
  const text = new RefreshedText(source, log);
  const fault = await text.start();
  if (fault === '') return { current: () => text.current, close: () => text.close() };
  text.close();
  throw new Error(fault);
}
