/**
 * Notes about what Gavel does not do, or does otherwise, that several rules tell. Each follows the path of a setting, and says what the host
 * can do instead, where there is something.
 */

/** By what the old setting is about. */
export const unsupported = {
  purposeHalf: 'not supported alone: Gavel checks both the purpose and the vendor, or neither (enforce: none)',
  interestAlone:
    'basic asks for consent to purpose 2 here, where the old server is also content with legitimate interest in it: with full, bidders are called by the legitimate interest that they declare',
  purposeOneTreatment:
    'not supported: if a consent string has purposeOneTreatment, Gavel allows purpose 1 to every listed vendor',
  purposeByBidder:
    'not supported: Gavel enforces a purpose in the same way for all bidders; list those that need no consent in vendorExceptions of each purpose, or set its enforce to basic for all',
  topics: 'not supported: Gavel does not read Privacy Sandbox topics (Sec-Browsing-Topics)',
  cookieDeprecation:
    'not supported: Gavel neither sets the cookie-deprecation cookie nor tells bidders its label (device.ext.cdep)',
  secondSource:
    'not supported: Gavel reads all stored data from one source; import the data of this one there, too (npm run store -- import DIR)',
  urlByKind: 'not supported: Gavel fetches all kinds of stored data from stored.url',
  plainLists: 'not supported: Gavel always sends lists as JSON (request-ids=["a"]); make stored.url accept them',
  refreshes: 'not supported: changes of the source apply within stored.ttlSeconds, with PostgreSQL and Redis at once',
  categorySources: 'not supported: Gavel reads category mappings only from files; put them into categories.dir',
  cookieLifetime: 'not supported: the uids cookie always lasts 90 days',
  noCookieLimit:
    'is 0, but Gavel needs a limit: userSync.maxCookieBytes stays at 4000, since browsers drop cookies over 4096 bytes',
  analyticsModule:
    'not supported: set analytics.file (writes events as lines of JSON) or analytics.http (posts them to a URL) instead',
  metricsServer:
    'not supported: scrape /metrics of admin.host and admin.port instead; metrics have names of their own (src/hosting has a dashboard and alerts)',
  timeoutNoticeLog: 'not supported: Gavel does not log its notifications of timeouts',
  videoEndpoint: 'not supported: Gavel has no /openrtb2/video; send its requests to /openrtb2/auction instead',
  listening: 'not supported: Gavel listens only on host and port',
  statusAnswer:
    'not supported: /status answers 204 without a body, and 503 while draining; let health checks look only at the status',
  generatedRequestIds:
    'not supported: a stored request with the id {{UUID}} gets a generated id, any other keeps its own',
  schainNode: 'not supported: Gavel adds no node to supply chains; a plugin can (src/plugins)',
  staleRates:
    'not supported: Gavel uses the last rates it has, however old; gavel_currency_rates_data_age_seconds says how old',
  vtrackBidders: 'not supported: /vtrack of Gavel also accepts VAST of unknown bidders, and adds trackers to it',
  captcha: 'not supported: /optout asks for no captcha; link to /optout?optout=1 and /optout?optout=0',
  cacheQuery: 'not supported: players fetch a cached bid at cache.publicUrl?uuid=…',
  alternateCodes: 'not supported: a bid always has the seat of the bidder that made it',
  accountAnalytics: 'not supported per account: analytics.file and analytics.http get the events of all accounts',
  setuidFormat: 'not supported: /setuid answers an iframe sync with a page, a redirect sync with a pixel',
  ownName: 'not supported: Gavel also calls the bidder under its own name as long as bidders lists it',
  cacheApi: 'not supported: use POST and DELETE /storedrequests/openrtb2 of the admin port instead (src/stored)',
  compression: 'not supported: let the proxy in front compress responses (src/hosting)',
  adsCert: 'not supported: Gavel does not sign requests with ads.cert',
  metricAccounts: 'not supported: set admin.metricAccounts instead, the accounts that metrics count by name',
  javaModules: 'not supported: modules of Prebid Server Java do not run in Gavel; write a plugin instead (src/plugins)',
  dealsPlanner: 'not supported: Gavel has no deals planner; put line items into the file lineItems.file',
  podRules: 'not supported: Gavel does not check bids against the pods of their imps',
  generatedBidIds:
    'not supported: Gavel keeps the ids of bids; auction.generateBidId adds a generated id at ext.prebid.bidid instead',
  moduleStorage: 'not supported: Gavel stores no module data in Prebid Cache',
} as const;
