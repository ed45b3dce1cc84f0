/** What `npm run store -- --help` prints. */

/** The text of --help; ends with a newline. */
export const helpText = `Shows, imports and checks the stored requests, imps, responses, accounts and profiles of a Gavel host.

Usage
  npm run store -- COMMAND [--config FILE] [--set PATH=VALUE]
  npm run store:migrate -- [--config FILE]      the same as the command migrate

Commands
  import DIR         import DIR/requests/ID.json, DIR/imps/ID.json, DIR/responses/ID.json, DIR/accounts/ID.json and
                     DIR/profiles/ID.json
  import FILE        import one JSON file: {"requests": {"ID": {…}}, "imps": {…}, "responses": {…}, "accounts": {…},
                     "profiles": {…}}
                     Everything is checked first: with any error nothing is imported. Texts with the same key are replaced
  list [KIND]        every key, one KIND/ID per line; KIND: requests, imps, responses, accounts, profiles
  show ID            the texts with this id, of every kind; show KIND/ID: only that one
  validate [KEY …]   check all stored data, or the keys given (KIND/ID): each request, imp and profile is merged with a minimal
                     live request and validated as the service does it, with this configuration's bidders
  migrate            create the table, its index and its trigger in PostgreSQL, or the tables in MySQL or MariaDB, as far
                     as they are missing

Flags
  --config FILE      the service's configuration: its section stored says where the data is. A relative stored.dir is
                     relative to the working directory, which npm sets to the project's folder.
                     Default: files below ./stored
  --set PATH=VALUE   any setting, as for the service: --set stored.source=redis --set stored.url=redis://127.0.0.1
  --help, -h         print this and exit
  Variables SVC__… apply as they do for the service.

With stored.source http, texts can be shown and validated by key, but not listed or written.
Running services notice imported changes: at once with postgres, redis and files, otherwise (mysql, s3) within
stored.ttlSeconds.

Exit status
  0   done; there may be warnings
  1   not done, or errors found: all are printed, each with its key and its fix
`;
