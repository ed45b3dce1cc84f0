/** Writes one Markdown page for each bidder into a folder: `node src/write-bidder-pages.ts FOLDER` (issue 5, `docs:bidders`). */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bidderPage } from './adapter/bidder-page.ts';
import { loadBidders } from './load-bidders.ts';

const [folder, namespace = 'svc'] = process.argv.slice(2);
if (folder === undefined) {
  process.stderr.write('name the folder for the pages: node src/write-bidder-pages.ts FOLDER\n');
  process.exitCode = 1;
} else {
  await mkdir(folder, { recursive: true });
  const { known } = await loadBidders();
  const codes = [...known.keys()].toSorted();
  for (const code of codes) await writeFile(join(folder, `${code}.md`), bidderPage(known.get(code)!, namespace));
  const list = codes.map((code) => `- [${code}](${code}.md)`).join('\n');
  await writeFile(join(folder, 'README.md'), `# Bidders\n\n${list}\n`);
  process.stdout.write(`${codes.length} pages in ${folder}\n`);
}
