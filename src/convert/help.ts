/** What `npm run convert -- --help` prints. */

/** The text of --help, ending in a line end. */
export const helpText = `Gavel's configuration out of that of a Prebid Server host.

Usage
  npm run convert -- FILE --from go|java [--to service.yaml] [--accounts PATH] [--stored DIR] [--bidders a,b,c]
  npm run convert -- --accounts PATH --from go|java [--stored DIR]

  FILE               the host's file of the old server: pbs.yaml or pbs.json (Go), application.yaml or prebid-config.yaml (Java).
                     What the old server is told by environment variables (PBS_…) or by -D is not in it: add it, or set it by hand

Flags
  --from go|java     the old server: Prebid Server (Go) or Prebid Server Java
  --to FILE          where the configuration is written, never over a file that exists; without it: standard output
  --accounts PATH    accounts of the old server: a folder of ID.json, a file of one account, or one with "accounts"
  --stored DIR       where accounts are written, as DIR/accounts/ID.json, never over files that exist; default: ./stored
  --bidders a,b,c    bidders to add that the file does not name
  --help, -h         print this and end
  Relative paths count from where this is started, and npm starts it in the project's folder.

What is written holds only what differs from Gavel's defaults, and what the old server does by default where Gavel's default differs,
with the reason. Standard error says what has no counterpart and what a host does instead, what is unknown, and what must be mended
before a service starts with the result: node src/main.ts --config service.yaml --check.

Exit status
  0   written; there may be something to mend
  1   nothing was written: what is wrong with the input is printed, with the fix
`;
