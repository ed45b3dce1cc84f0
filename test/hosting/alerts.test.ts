/** The alert rules as Prometheus evaluates them: none fires on a healthy host, and each on its own trouble (issue 7, item 5). */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { parse } from 'yaml';
import { testFolder } from '../support/folder.ts';
import { isInstalled, skipWithout } from '../support/skip.ts';

const rules = join(import.meta.dirname, '../../src/hosting/alerts.yaml');
const skip = skipWithout('prometheus', isInstalled('promtool', '--version'));

/** Values per minute by series, in promtool's notation, without the labels that a scrape adds. */
type Series = Readonly<Record<string, string>>;

const hours = 9;
const minutes = hours * 60;
const up = (each: number): string => `0+${each}x${minutes}`;
const still = (value: number | string): string => `${value}x${minutes}`;
const calls = (outcome: string): string => `gavel_bidder_calls_total{bidder="acme",outcome="${outcome}"}`;
const p99 = (name: string, inTime: number): Series => ({
  [`${name}_bucket{le="0.05"}`]: up(inTime),
  [`${name}_bucket{le="0.1"}`]: up(600),
  [`${name}_bucket{le="+Inf"}`]: up(600),
});

/** `each` a minute until the last half hour, then `then`. */
const lately = (each: number, then: (sum: number) => string): string =>
  `0+${each}x${minutes - 31} ${then(each * (minutes - 31))}x30`;
const unknown = (): string => '_';

/** A healthy host. */
const healthy: Series = {
  up: still(1),
  'gavel_auctions_total{status="200"}': up(600),
  'gavel_auctions_total{status="400"}': up(10),
  'gavel_account_auctions_total{account="p1",status="200"}': up(60),
  'gavel_account_auctions_total{account="p1",status="400"}': up(20),
  'gavel_account_auctions_total{account="p1",status="499"}': up(90),
  'gavel_account_auctions_total{account="other",status="503"}': up(90),
  'gavel_account_imps_total{account="p1",outcome="bid"}': up(60),
  'gavel_account_imps_total{account="p1",outcome="below_floor"}': up(90),
  'gavel_account_imps_total{account="gone",outcome="bid"}': lately(60, String),
  'gavel_account_imps_total{account="other",outcome="bid"}': lately(60, String),
  'gavel_account_imps_total{account="other",outcome="timeout"}': up(90),
  'gavel_overload_refused_total{by="loop"}': still(0),
  ...p99('gavel_auction_added_seconds', 600),
  ...p99('gavel_pool_wait_seconds', 600),
  'gavel_event_loop_delay_seconds{quantile="0.99"}': still(0.02),
  process_resident_memory_bytes: still(400_000_000),
  gavel_open_files_share: still(0.01),
  gavel_process_deaths_total: still(2),
  'gavel_bidder_breaker_state{bidder="acme"}': still(0),
  [calls('reply')]: up(500),
  [calls('timeout')]: up(50),
  [calls('unreachable')]: up(10),
  'gavel_bidder_imps_total{bidder="acme",outcome="bid"}': up(500),
  'gavel_bidder_imps_total{bidder="acme",outcome="cancelled"}': up(500),
  'gavel_bidder_bids_total{bidder="acme"}': up(500),
  'gavel_bidder_bids_dropped_total{bidder="acme",reason="deal"}': up(200),
  'gavel_bidder_bids_dropped_total{bidder="acme",reason="dsa"}': up(200),
  'gavel_bidder_bids_warned_total{bidder="acme",reason="size"}': up(200),
  'gavel_bidder_bids_dropped_total{bidder="acme",reason="floor"}': up(200),
  'gavel_bidder_bids_dropped_total{bidder="acme",reason="deal_floor"}': up(200),
  'gavel_bidder_bids_dropped_total{bidder="acme",reason="category"}': up(200),
  'gavel_bidder_bids_dropped_total{bidder="acme",reason="plugin"}': up(200),
  'gavel_cache_puts_total{store="redis"}': up(600),
  'gavel_cache_faults_total{store="redis",reason="slow"}': up(1),
  'gavel_cache_faults_total{store="redis",reason="late"}': up(10),
  'gavel_stored_lookups_total{kind="requests",result="hits"}': up(600),
  'gavel_stored_lookups_total{kind="requests",result="stale"}': still(0),
  'gavel_stored_lookups_total{kind="requests",result="failures"}': up(1),
  'gavel_currency_rates_age_seconds{source="ecb"}': still(1800),
  'gavel_currency_rates_data_age_seconds{source="ecb"}': still(4 * 86_400),
  gavel_floor_providers_failing: still(0),
  'gavel_plugin_look_ups_total{plugin="clean",outcome="found"}': up(500),
  'gavel_plugin_look_ups_total{plugin="clean",outcome="late"}': up(10),
  'gavel_plugin_look_ups_total{plugin="clean",outcome="left"}': up(10),
  'gavel_plugin_look_ups_total{plugin="clean",outcome="failed"}': still(0),
  'gavel_cookie_sync_total{status="200"}': up(50),
  'gavel_cookie_sync_total{status="503"}': up(10),
  gavel_overload_yielded_total: up(10),
  'gavel_setuid_total{bidder="acme",status="200"}': up(50),
  'gavel_privacy_auctions_total{kind="gdpr"}': up(300),
  'gavel_privacy_auctions_total{kind="vendor_list_unknown"}': up(10),
  gavel_capture_written_total: up(10),
  gavel_capture_dropped_total: still(0),
  'gavel_analytics_dropped_total{module="http"}': still(0),
  'gavel_code_bugs_total{kind="plugin",name="clean"}': still(0),
};

/** An alert, and the series of its trouble, which replace those of a healthy host. */
const troubles: readonly (readonly [alert: string, series: Series])[] = [
  ['GavelDown', { up: still(0) }],
  ['GavelBugs', { 'gavel_auctions_total{status="500"}': up(1) }],
  [
    'GavelNoAuctions',
    {
      'gavel_auctions_total{status="200"}': lately(600, String),
      'gavel_auctions_total{status="400"}': lately(10, String),
    },
  ],
  [
    'GavelNoAuctions',
    {
      'gavel_auctions_total{status="200"}': lately(600, unknown),
      'gavel_auctions_total{status="400"}': lately(10, unknown),
    },
  ],
  [
    'GavelFewAuctions',
    { 'gavel_auctions_total{status="200"}': `0+600x${minutes - 36} ${600 * (minutes - 36)}+100x35` },
  ],
  ['GavelRefusesAuctions', { 'gavel_overload_refused_total{by="loop"}': up(60) }],
  ['GavelWrongRequests', { 'gavel_auctions_total{status="400"}': up(200) }],
  // One account, whose auctions are too few for GavelWrongRequests.
  ['GavelAccountRefused', { 'gavel_account_auctions_total{account="p1",status="503"}': up(90) }],
  ['GavelAccountRefused', { 'gavel_account_auctions_total{account="small",status="503"}': up(6) }],
  // Bids turned into other outcomes half an hour ago, also where the service was started anew then.
  ...[String, unknown].map((then): (typeof troubles)[number] => [
    'GavelAccountFewBids',
    {
      'gavel_account_imps_total{account="p1",outcome="bid"}': lately(60, then),
      'gavel_account_imps_total{account="p1",outcome="below_floor"}': `0+6x${minutes - 31} 0+60x30`,
    },
  ]),
  ['GavelFloorsDropBids', { 'gavel_bidder_imps_total{bidder="acme",outcome="below_floor"}': up(5000) }],
  ['GavelNoIdsSet', { 'gavel_setuid_total{bidder="acme",status="200"}': still(7) }],
  ['GavelSlow', p99('gavel_auction_added_seconds', 580)],
  ['GavelEventLoopLate', { 'gavel_event_loop_delay_seconds{quantile="0.99"}': still(0.2) }],
  ['GavelWaitsForThreads', p99('gavel_pool_wait_seconds', 580)],
  ['GavelProcessDies', { gavel_process_deaths_total: `0x${minutes - 12} 1x11` }],
  ['GavelMemoryGrows', { process_resident_memory_bytes: `400000000+2000000x${minutes}` }],
  ['GavelFewFilesLeft', { gavel_open_files_share: still(0.85) }],
  ['GavelBidderBreakerOpen', { 'gavel_bidder_breaker_state{bidder="acme"}': still(1) }],
  ['GavelBidderTimesOut', { [calls('timeout')]: up(600) }],
  ['GavelBidderBroken', { [calls('unreachable')]: up(300) }],
  // Calls cancelled by clients do not hide a bidder that fails.
  ['GavelBidderBroken', { [calls('unreachable')]: up(300), [calls('cancelled')]: up(5000) }],
  ['GavelBidderTimesOut', { [calls('timeout')]: up(600), [calls('cancelled')]: up(5000) }],
  ['GavelBidderBroken', { 'gavel_bidder_imps_total{bidder="acme",outcome="invalid_reply"}': up(300) }],
  ['GavelBidderBidsDropped', { 'gavel_bidder_bids_dropped_total{bidder="acme",reason="currency"}': up(100) }],
  ['GavelBidderBidsDropped', { 'gavel_bidder_bids_dropped_total{bidder="acme",reason="size"}': up(100) }],
  ['GavelBidderSilent', { 'gavel_bidder_bids_total{bidder="acme"}': still(7) }],
  ['GavelBidderSilent', { 'gavel_bidder_bids_total{bidder="acme"}': still('_') }],
  ['GavelConnectionsUsedUp', { [calls('busy')]: up(1) }],
  ['GavelBidCacheFails', { 'gavel_cache_faults_total{store="redis",reason="slow"}': up(60) }],
  ['GavelNoTimeForBidCache', { 'gavel_cache_faults_total{store="redis",reason="late"}': up(60) }],
  ['GavelStoredDataFails', { 'gavel_stored_lookups_total{kind="requests",result="failures"}': up(60) }],
  ['GavelStoredDataFails', { 'gavel_stored_lookups_total{kind="requests",result="stale"}': up(60) }],
  ['GavelRatesOld', { 'gavel_currency_rates_age_seconds{source="ecb"}': still(7 * 3600) }],
  ['GavelRatesOfOldDate', { 'gavel_currency_rates_data_age_seconds{source="ecb"}': still(7 * 86_400) }],
  ['GavelFloorsFail', { gavel_floor_providers_failing: still(1) }],
  ['GavelLookUpsLate', { 'gavel_plugin_look_ups_total{plugin="clean",outcome="late"}': up(300) }],
  ['GavelLookUpsLate', { 'gavel_plugin_look_ups_total{plugin="clean",outcome="refused"}': up(300) }],
  ['GavelSyncsYield', { 'gavel_cookie_sync_total{status="503"}': up(100), gavel_overload_yielded_total: up(100) }],
  ['GavelVendorListMissing', { 'gavel_privacy_auctions_total{kind="vendor_list_unknown"}': up(60) }],
  ['GavelCaptureLost', { gavel_capture_dropped_total: up(10) }],
  ['GavelCaptureLost', { gavel_capture_dropped_total: up(10), gavel_capture_written_total: still(0) }],
  ['GavelCodeFails', { 'gavel_code_bugs_total{kind="plugin",name="clean"}': up(1) }],
  ['GavelAnalyticsLost', { 'gavel_analytics_dropped_total{module="http"}': up(1) }],
];

const file = join(testFolder(t), 'test.json');
const promtool = (...args: readonly string[]) => spawnSync('promtool', args, { encoding: 'utf8' });

function labelled(name: string): string {
  const [metric, labels = ''] = name.split(/[{}]/);
  return `${metric}{${labels}${labels && ','}job="gavel",instance="a"}`;
}

/** The output of promtool unless exactly `alerts` fire at the end, else ''. */
function differs(series: Series, alerts: readonly string[]): string {
  const firing = {
    expr: 'count by (alertname) (ALERTS{alertstate="firing"})',
    eval_time: `${hours}h`,
    exp_samples: alerts.map((alert) => ({ labels: `{alertname="${alert}"}`, value: 1 })),
  };
  const input = Object.entries(series).map(([name, values]) => ({ series: labelled(name), values }));
  const tests = [{ interval: '1m', input_series: input, promql_expr_test: [firing] }];
  writeFileSync(file, JSON.stringify({ rule_files: [rules], evaluation_interval: '5m', tests }));
  const { status, stdout, stderr } = promtool('test', 'rules', file);
  return status === 0 ? '' : `${stdout}${stderr}`;
}

/** The series of a host that started `ago` minutes before the end. */
function begun(ago: number, series: Series): Series {
  const late = (values: string): string => `_x${minutes - ago} ${values.replace(`x${minutes}`, `x${ago - 1}`)}`;
  return Object.fromEntries(Object.entries(series).map(([name, values]) => [name, late(values)]));
}

t.test('promtool accepts every rule', { skip }, async (t) => {
  const { status, stderr } = promtool('check', 'rules', rules);
  t.equal(status, 0, stderr);
});

t.test('no alert fires on a healthy host, a new one, or after a short failure', { skip }, async (t) => {
  t.equal(differs(healthy, []), '');
  t.equal(differs(begun(20, healthy), []), '');
  const hiccup = `0x${minutes - 115} 1x100 0x15`;
  t.equal(differs({ ...healthy, gavel_floor_providers_failing: hiccup }, []), '');
  const silent = { ...healthy, 'gavel_bidder_bids_total{bidder="acme"}': still('_') };
  t.equal(differs(begun(120, silent), []), '', 'a bidder called for two hours is not yet silent for six');
  const tried = { 'gavel_account_auctions_total{account="trial",status="400"}': up(2) };
  const evening = { 'gavel_auctions_total{status="200"}': `0+50x${minutes - 36} ${50 * (minutes - 36)}+5x35` };
  t.equal(
    differs({ ...healthy, 'gavel_auctions_total{status="400"}': still(0), ...evening }, []),
    '',
    'few fall to fewer',
  );
  t.equal(differs({ ...healthy, ...tried }, []), '', 'a few auctions of an account that is being set up are refused');
});

t.test('each trouble fires exactly its own alert, and every alert is covered', { skip }, async (t) => {
  for (const [alert, series] of troubles) t.equal(differs({ ...healthy, ...series }, [alert]), '', alert);
  const { groups } = parse(readFileSync(rules, 'utf8')) as { groups: { rules: { alert: string }[] }[] };
  const alerts = groups.flatMap((group) => group.rules.map(({ alert }) => alert));
  t.strictSame(new Set(troubles.map(([alert]) => alert)), new Set(alerts));
});
