/** What `npm run convert -- --help` prints. */

/** The text of --help, ending in a line end. */
export const helpText = `Converts the configuration of a Prebid Server host to Gavel's.

Usage
  npm run convert -- FILE --from go|java [--to service.yaml] [--accounts PATH] [--stored DIR] [--bidders a,b,c]
  npm run convert -- --accounts PATH --from go|java [--stored DIR]

  FILE               the host's configuration file: pbs.yaml or pbs.json (Go), application.yaml or prebid-config.yaml (Java).
                     Settings from environment variables (PBS_…) or -D are not in it: add them to it, or set them by hand

Flags
  --from go|java     the old server: Prebid Server (Go) or Prebid Server Java
  --to FILE          where to write the configuration; an existing file is never overwritten; default: standard output
  --accounts PATH    accounts of the old server: a folder of ID.json, a file of one account, or one with "accounts"
  --stored DIR       where to write accounts, as DIR/accounts/ID.json; existing files are never overwritten; default: ./stored
  --bidders a,b,c    bidders to add besides those in the file
  --help, -h         print this and exit
  Paths are relative to the working directory, which npm sets to the project's folder.

The output has only settings that differ from Gavel's defaults, and the old server's defaults where Gavel's differ from them,
with the reason. Standard error lists what is not supported and what to do instead, what is unknown, what is not needed, and what must be
fixed before the service can start with the result: node src/main.ts --config service.yaml --check.

Exit status
  0   written; there may be things to fix
  1   nothing written: the errors in the input are printed, each with its fix
`;
