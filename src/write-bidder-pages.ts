/** Writes one Markdown page for each bidder into a folder: `node src/write-bidder-pages.ts FOLDER` (issue 5, `docs:bidders`). */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bidderPage } from './adapter/bidder-page.ts';
import { loadBidders, type LoadedBidders } from './load-bidders.ts';
import { makeFolder } from './make-folder.ts';

const usage =
  'name the folder for the pages: node src/write-bidder-pages.ts FOLDER [NAMESPACE]; NAMESPACE is for the examples\n';

const [folder = '', namespace = 'svc'] = process.argv.slice(2);
if (folder === '--help' || folder === '-h') process.stdout.write(usage);
else if (folder === '' || folder.startsWith('-')) fail(usage);
else {
  const bidders = await loadBidders().catch((error: Error) => fail(`${error.message}\n`));
  if (bidders)
    await writePages(bidders).catch(({ code, message }: NodeJS.ErrnoException) => fail(unwritten(code ?? message)));
}

async function writePages({ known }: LoadedBidders): Promise<void> {
  makeFolder(folder);
  const codes = [...known.keys()].toSorted();
  for (const code of codes) await writeFile(join(folder, `${code}.md`), bidderPage(known.get(code)!, namespace));
  const list = codes.map((code) => `- [${code}](${code}.md)`).join('\n');
  await writeFile(join(folder, 'README.md'), `# Bidders\n\n${list}\n`);
  process.stdout.write(`${codes.length} pages in ${folder}\n`);
}

function unwritten(why: string): string {
  return `${folder} cannot be written (${why}): name a folder that this process may write to\n`;
}

function fail(fault: string): void {
  process.stderr.write(fault);
  process.exitCode = 1;
}
