/** Starts a refreshed text that must be good at the start. */
import type { SharedText } from '../auction/messages.ts';
import { RefreshedText, type Notices, type TextSource } from './refreshed-text.ts';

/** A text that was good at the start: `current` returns the last good version, null where the host has none. */
export interface StartedText {
  current(): SharedText | null;
  close(): void;
}

/** For a host that has no such text. */
export const noText: StartedText = { current: () => null, close: () => undefined };

/** Reads the text for the first time and keeps it fresh. Rejects with an Error that names the fault when it cannot be used. */
export async function startText(source: TextSource, log: Notices): Promise<StartedText> {
  const text = new RefreshedText(source, log);
  await text.start();
  const { fault } = text.state;
  if (fault === '') return { current: () => text.current, close: () => text.close() };
  text.close();
  throw new Error(fault);
}
