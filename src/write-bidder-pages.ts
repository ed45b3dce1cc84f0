/** Writes one Markdown page for each bidder into a folder: `node src/write-bidder-pages.ts FOLDER` (issue 5, `docs:bidders`). */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bidderPage } from './adapter/bidder-page.ts';
import { loadBidders, type LoadedBidders } from './load-bidders.ts';
import { makeFolder } from './make-folder.ts';

const usage = `Writes one page in Markdown about each bidder that this version knows: configuration, params, media types and user sync.

Usage
  npm run docs:bidders -- FOLDER [NAMESPACE]

  FOLDER      where to write CODE.md for each bidder, and README.md with links to them; existing files are replaced
  NAMESPACE   the extension word in the examples; default: svc
  --help, -h  print this and exit

Exit status
  0   written
  1   not written: the reason is printed, with its fix
`;

const [folder = '', namespace = 'svc'] = process.argv.slice(2);
if (folder === '--help' || folder === '-h') process.stdout.write(usage);
else if (folder === '' || folder.startsWith('-'))
  fail('name the folder for the pages: npm run docs:bidders -- FOLDER; see --help\n');
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
