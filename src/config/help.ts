/** What --help prints: enough for a newcomer to start, configure and stop the service (interface, 'Commands'). */

/** The text of --help; ends with a newline. */
export const helpText = `Gavel: a header-bidding auction server. One OpenRTB request in, all bidders called at once, the response within tmax.

Usage
  node src/main.ts [flags]          run the service (hosts start it this way: signals do not pass through npm)
  npm start -- [flags]              the same through npm

Flags
  --config FILE      configuration in YAML; relative paths in it are relative to the working directory.
                     Without it the service is a sandbox: this machine only, simulated bidders; it prints a curl command
                     that returns a real auction
  --port N           port to listen on (setting port, default 8000; 0: any free one)
  --host H           address to listen on (setting host, default 0.0.0.0; in the sandbox 127.0.0.1)
  --set PATH=VALUE   any setting by its dotted path, repeatable; lists and maps as in YAML
  --check            print errors and probable mistakes in the configuration and exit. Plugins are loaded;
                     no ports, stores or files that it names are opened
  --help, -h         print this and exit
  --settings         print every setting with its type, default and meaning, and exit
  --version          print the version and exit

Environment
  Every setting can be given as a variable: SVC__ and the path, with __ for each dot. Case is ignored:
    SVC__AUCTION__TMAXMAXMS=3000                     auction.tmaxMaxMs: 3000
    SVC__TRUSTEDPROXIES='[loopback, 10.0.0.0/8]'     a list, as in YAML
    SVC__BIDDERS='{acme: {endpoint: "https://acme.example/bid"}}'
  A variable overrides the file; a flag overrides both. A variable SVC__… that is not a setting is an error.

Two commands that need only npm
  npx -y -p node@22 -c "npm ci && npm start"         install and run the sandbox
  npx -y -p node@22 -c "npm ci && npm test"          install and run every test

Examples
  node src/main.ts
  node src/main.ts --config service.yaml
  node src/main.ts --config service.yaml --check
  node src/main.ts --config service.yaml --port 8080 --set workers=0 --set log.level=warn

Minimal configuration
  bidders:
    acme: {endpoint: "https://acme.example/bid"}
  privacy:
    gdpr: {defaultScope: true}      # required: does GDPR apply if a request does not say, and names no country?

Signals (to the first process)
  SIGTERM, SIGINT    drain and exit: /status answers 503 for drainDelayMs, the port closes, requests in flight finish;
                     a second one exits at once
  SIGHUP             reload configuration and code, one process after the other, without losing an auction; an invalid
                     configuration is rejected with all its errors, and the old one stays in use. The sandbox exits

Exit status
  0   exited as asked: SIGTERM or SIGINT after the last response, --help, --settings, --version, --check without errors
  1   not started: invalid flag, invalid setting or port in use (all errors are printed, each with its key and its fix);
      or stopped by a second signal, or by a failure of the service itself, such as processes that die at
      every start
`;
