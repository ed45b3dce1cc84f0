/** What --help prints: enough for a newcomer to start, configure and stop the service (interface, 'Commands'). */

/** The text of --help; ends with a newline. */
export const helpText = `Gavel: a header-bidding auction server. One OpenRTB request in, every bidder asked at once, the answer within tmax.

Usage
  node src/main.ts [flags]          run the service (hosts start it this way: signals do not pass through npm)
  npm start -- [flags]              the same through npm

Flags
  --config FILE      configuration in YAML; relative paths in it count from the folder that the service is started in.
                     Without it the service is a sandbox: this machine only, simulated bidders, and a curl line printed
                     that returns a real auction
  --port N           port to listen on (setting port, default 8000; 0: any free one)
  --host H           address to listen on (setting host, default 0.0.0.0; in the sandbox 127.0.0.1)
  --set PATH=VALUE   any setting by its dotted path, several times; lists and maps as in YAML
  --check            print what is wrong with the configuration, or hardly meant, and end. Plugins are read;
                     nothing else that it names, such as ports, stores and files, is opened
  --help, -h         print this and end
  --settings         print every setting with its type, default and meaning, and end
  --version          print the version and end

Environment
  Every setting can be given as a variable: SVC__ and the path, with __ for each dot. Case does not count:
    SVC__AUCTION__TMAXMAXMS=3000                     auction.tmaxMaxMs: 3000
    SVC__TRUSTEDPROXIES='[loopback, 10.0.0.0/8]'     a list, as in YAML
    SVC__BIDDERS='{acme: {endpoint: "https://acme.example/bid"}}'
  A variable overrides the file; a flag overrides both. A variable SVC__… that names no setting is a fault.

The two commands that need nothing but npm
  npx -y -p node@22 -c "npm ci && npm start"         install and run the sandbox
  npx -y -p node@22 -c "npm ci && npm test"          install and run every test

Examples
  node src/main.ts
  node src/main.ts --config service.yaml
  node src/main.ts --config service.yaml --check
  node src/main.ts --config service.yaml --port 8080 --set workers=0 --set log.level=warn

The least configuration
  bidders:
    acme: {endpoint: "https://acme.example/bid"}
  privacy:
    gdpr: {defaultScope: true}      # is a request without regs.gdpr under GDPR? A host must say

Signals (to the first process)
  SIGTERM, SIGINT    drain and end: /status says 503 for drainDelayMs, the port closes, what is in flight finishes;
                     a second one ends at once
  SIGHUP             read configuration and code again, one process after the other, without losing an auction; a wrong
                     configuration is refused with every fault, and the old one goes on. The sandbox ends

Exit status
  0   ended as asked: SIGTERM or SIGINT after the last answer, --help, --settings, --version, --check without a fault
  1   not started: wrong flag, wrong setting or taken port (every fault is printed, each with its key and its fix);
      or ended at once by a second signal, or by a fault of the service itself, such as processes that die at
      every start
`;
