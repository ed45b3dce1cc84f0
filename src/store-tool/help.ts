/** What `npm run store -- --help` prints. */

/** The text of --help; ends with a newline. */
export const helpText = `Stored requests, imps, responses, accounts and profiles of a Gavel host: look at them, bring them in, check them.

Usage
  npm run store -- COMMAND [--config FILE] [--set PATH=VALUE]
  npm run store:migrate -- [--config FILE]      the same as the command migrate

Commands
  import DIR         bring in DIR/requests/ID.json, DIR/imps/ID.json, DIR/responses/ID.json, DIR/accounts/ID.json and
                     DIR/profiles/ID.json
  import FILE        bring in one JSON file: {"requests": {"ID": {…}}, "imps": {…}, "responses": {…}, "accounts": {…},
                     "profiles": {…}}
                     Everything is checked first: with any fault nothing is brought in. What has the same key is replaced
  list [KIND]        every key, one KIND/ID a line; KIND: requests, imps, responses, accounts, profiles
  show ID            the texts with this id, of every kind; show KIND/ID only that one
  validate [KEY …]   check all stored data, or the keys given (KIND/ID): each request, imp and profile is merged with a minimal
                     live request and judged as the service judges it, with this configuration's bidders
  migrate            make the table, its index and its trigger in PostgreSQL, the tables in MySQL or MariaDB, or what is
                     missing of them

Flags
  --config FILE      the configuration of the service: its section stored says where the data is. A relative stored.dir
                     counts from where this is started, and npm starts it in the project's folder.
                     Without it: files below ./stored
  --set PATH=VALUE   any setting, as for the service: --set stored.source=redis --set stored.url=redis://127.0.0.1
  --help, -h         print this and end
  Variables SVC__… count as they do for the service.

A source of stored.source http can be shown and validated by key, but neither listed nor written.
Running services notice what import changes: at once with postgres, redis and files, else (mysql, s3) within
stored.ttlSeconds.

Exit status
  0   done; warnings may have been told
  1   not done, or something is wrong: every fault is printed, each with its key and its fix
`;
