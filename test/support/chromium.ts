/** Starts Debian's Chromium, headless. */
import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';
import type { Test } from 'tap';
import { skipWithout } from './skip.ts';

const executablePath = '/usr/bin/chromium';

const args = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** What tap's `skip` is for tests that need Chromium. */
export const chromiumSkip = skipWithout('Chromium', existsSync(executablePath), 'chromium');

/** Ends a file of tests that all need Chromium as skipped where there is none. */
export function needChromium(t: Pick<Test, 'pass'>): void {
  if (chromiumSkip === false) return;
  t.pass('nothing to test without a browser', { skip: chromiumSkip });
  process.exit();
}

/** A browser in which each name of `hosts` leads to that port of 127.0.0.1. The caller closes it. */
export function startChromium(hosts: { readonly [name: string]: number }): Promise<Browser> {
  const rules = Object.entries(hosts).map(([name, port]) => `MAP ${name} 127.0.0.1:${port}`);
  return chromium.launch({ executablePath, args: [...args, `--host-resolver-rules=${rules.join(',')}`] });
}
