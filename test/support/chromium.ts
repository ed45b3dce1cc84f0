/** Starts Debian's Chromium, headless. Where it is missing: a hint, and a failure on CI. */
import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';
import type { Test } from 'tap';

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

/** Why there is no Chromium here, for tap's `skip`; false when there is. Throws on CI, where it must not be missing. */
export function chromiumMissing(): string | false {
  if (existsSync(executablePath)) return false;
  const hint = `${executablePath} is missing: apt-get install chromium`;
  if (process.env['CI'] === 'true') throw new Error(hint);
  return hint;
}

/** Ends a file of tests that all need Chromium, told as skipped, where there is none. */
export function needChromium(t: Pick<Test, 'pass'>): void {
  const skip = chromiumMissing();
  if (skip === false) return;
  t.pass('nothing to test without a browser', { skip });
  process.exit();
}

/** A browser in which each name of `hosts` leads to that port of 127.0.0.1. The caller closes it. */
export function startChromium(hosts: { readonly [name: string]: number }): Promise<Browser> {
  const rules = Object.entries(hosts).map(([name, port]) => `MAP ${name} 127.0.0.1:${port}`);
  return chromium.launch({ executablePath, args: [...args, `--host-resolver-rules=${rules.join(',')}`] });
}
