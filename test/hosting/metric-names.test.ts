/** Every metric and label that the dashboard and the alert rules name is one that a running service exports (issue 7, item 5). */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { parse } from 'yaml';
import { callEnds, impEnds } from '../../src/auction/tally.ts';
import { lookUpOutcomes } from '../../src/observe/metrics/service-families.ts';
import { postAuction, requestFor } from '../support/auction.ts';
import { startBidders } from '../support/bidders.ts';
import { Exposition } from '../support/exposition.ts';
import { startService } from '../support/service.ts';

const hosting = join(import.meta.dirname, '../../src/hosting');
const read = (name: string): string => readFileSync(join(hosting, name), 'utf8');

interface Dashboard {
  readonly templating: { readonly list: readonly { readonly type: string; readonly query: unknown }[] };
  readonly panels: readonly {
    readonly id: number;
    readonly title: string;
    readonly type: string;
    readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
    readonly targets?: readonly { readonly refId: string; readonly expr: string }[];
  }[];
}

interface Alerts {
  readonly groups: readonly {
    readonly name: string;
    readonly rules: readonly {
      readonly alert: string;
      readonly expr: string;
      readonly for: string;
      readonly labels: { readonly severity: string };
      readonly annotations: { readonly summary: string; readonly action: string };
    }[];
  }[];
}

const dashboard = JSON.parse(read('grafana-dashboard.json')) as Dashboard;
const alerts = parse(read('alerts.yaml')) as Alerts;
const rules = alerts.groups.flatMap((group) => group.rules);
const panels = dashboard.panels.filter(({ type }) => type !== 'row');
const expressions = [
  ...panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => ({ of: title, expr }))),
  ...rules.map(({ alert, expr }) => ({ of: alert, expr })),
];
const queries = dashboard.templating.list.flatMap(({ query }) =>
  typeof query === 'object' && query !== null && 'query' in query ? [String(query.query)] : [],
);

/** Words of PromQL that are not metrics. */
const words = new Set(
  'sum max rate vector histogram_quantile label_values by and or unless offset up job instance le __rate_interval'.split(
    ' ',
  ),
);
/** Labels that Prometheus adds itself. */
const added = ['job', 'instance'];

/** The metrics of a service after the events that these files ask for. */
async function exported(): Promise<Exposition> {
  const bidders = await startBidders(t);
  const endpoint = bidders.endpoint('bidderA');
  bidders.answer('bidderA', { body: { seatbid: [{ bid: [{ id: 'b', impid: 'i1', price: 1, crid: 'c' }] }] } });
  const service = await startService(
    t,
    {
      bidders: { bidderA: { endpoint } },
      admin: { metricAccounts: ['big'] },
      currency: { ratesFile: '<stored>/rates/host.json' },
    },
    { rates: { host: { conversions: { USD: { EUR: 0.9 } } } } },
  );
  const site = { page: 'https://news.example/', publisher: { id: 'big' } };
  const answer = await postAuction(service.url, requestFor({ bidderA: {} }, { site }));
  if (answer.status !== 200) throw new Error(await answer.text());
  await fetch(`${service.url}/setuid?bidder=nobody&uid=1`);
  await fetch(`${service.url}/cookie_sync`, { method: 'POST', body: '{"bidders":["bidderA"]}' });
  return new Exposition(await service.metrics());
}

const exposition = await exported();

/** The names of samples that a family may have. */
const names = new Set(
  [...exposition.families].flatMap(([name, { type }]) =>
    type === 'histogram' ? ['_bucket', '_sum', '_count'].map((suffix) => name + suffix) : [name],
  ),
);

const withoutTexts = (expr: string): string => expr.replaceAll(/"[^"]*"/g, '""');

t.test('there is something to check', async (t) => {
  t.ok(
    panels.length > 25 && rules.length > 15 && queries.length === 3,
    `${panels.length} panels, ${rules.length} rules`,
  );
  t.ok(names.has('gavel_auctions_total') && names.has('gavel_auction_seconds_bucket'));
});

t.test('every metric that is asked for is exported', async (t) => {
  for (const { of, expr } of [...expressions, ...queries.map((query) => ({ of: 'a variable', expr: query }))]) {
    const bare = withoutTexts(expr).replaceAll(/\{[^}]*\}|\bby \([^)]*\)|\[[^\]]*\]|\b\d[\d.]*[smhd]?\b/g, ' ');
    for (const [word] of bare.matchAll(/[a-zA-Z_]\w*/g)) {
      if (!words.has(word) && word !== 'bidder') t.ok(names.has(word), `${of}: ${word}`);
    }
  }
});

t.test('the dashboard shows every gavel metric', async (t) => {
  const shown = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)).join(' ');
  for (const name of exposition.families.keys())
    if (name.startsWith('gavel_')) t.match(shown, new RegExp(`\\b${name}(?:_bucket|_sum)?\\b`), name);
});

t.test('every label that is matched or summed by is one of its metric', async (t) => {
  for (const { of, expr } of expressions) {
    const selected = [...withoutTexts(expr).matchAll(/(\w+)(?:\{([^}]*)\})?(?=\[| |\)|$)/g)].filter(([, name]) =>
      names.has(name!),
    );
    const summed = [...expr.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list]) =>
      list!.split(',').map((one) => one.trim()),
    );
    for (const [, name, matchers = ''] of selected) {
      const samples = exposition.find(name!);
      const known = new Set([...added, ...samples.flatMap(({ labels }) => [...labels.keys()])]);
      // A counter without samples shows no labels.
      if (samples.length === 0) continue;
      const asked = [...matchers.matchAll(/(\w+)=/g)].map(([, label]) => label!);
      for (const label of [...asked, ...summed]) t.ok(known.has(label), `${of}: ${name} has ${label}`);
    }
  }
});

t.test('shares are of calls that were sent, as most calls to a failing bidder are blocked', async (t) => {
  const whole = / [*/] sum by \(bidder\) \(rate\(gavel_bidder_(?:calls|imps)_total(?:\{([^}]*)\})?\[/g;
  const shares = expressions.flatMap(({ of, expr }) =>
    [...expr.matchAll(whole)].map(([, matchers = '']) => ({ of, matchers })),
  );
  t.ok(shares.length > 3, `${shares.length} shares`);
  for (const { of, matchers } of shares) t.match(matchers, /\boutcome(="|!=?~?"blocked)/, of);
});

t.test('the alert of an open breaker covers half-open, too', async (t) => {
  t.match(rules.find(({ alert }) => alert === 'GavelBidderBreakerOpen')?.expr, /\(gavel_bidder_breaker_state\) >= 1$/);
});

t.test('every label value that is asked for can occur', async (t) => {
  const values = new Map<string, Set<string>>([
    ['outcome', new Set<string>([...callEnds, ...impEnds, ...lookUpOutcomes])],
  ]);
  for (const { samples } of exposition.families.values()) {
    for (const { labels } of samples) {
      for (const [label, value] of labels) values.set(label, (values.get(label) ?? new Set()).add(value));
    }
  }
  const asked = expressions.flatMap(({ of, expr }) =>
    [...expr.matchAll(/(\w+)=~?"([\w|.]+)"/g)].flatMap(([, label, list]) =>
      list!.split('|').map((value) => ({ of, label: label!, value })),
    ),
  );
  t.ok(asked.length > 8);
  for (const { of, label, value } of asked) {
    if (!added.includes(label)) t.ok(values.get(label)?.has(value), `${of}: ${label}="${value}"`);
  }
});

t.test('brackets are balanced, ids unique, and every rule has its time, severity and texts', async (t) => {
  for (const { of, expr } of expressions) {
    const open: string[] = [];
    for (const [mark] of withoutTexts(expr).matchAll(/[()[\]{}]/g)) {
      if ('([{'.includes(mark)) open.push(mark);
      else t.equal(open.pop(), { ')': '(', ']': '[', '}': '{' }[mark], `${of}: ${expr}`);
    }
    t.equal(open.length, 0, of);
  }
  t.equal(new Set(dashboard.panels.map(({ id }) => id)).size, dashboard.panels.length);
  const tiles = new Set(panels.map(({ gridPos: { x, y } }) => `${x} ${y}`));
  t.equal(tiles.size, panels.length, 'no panel covers another');
  t.equal(new Set(rules.map(({ alert }) => alert)).size, rules.length);
  for (const { alert, for: time, labels, annotations } of rules) {
    t.match(time, /^\d+[mh]$/, alert);
    t.match(labels.severity, /^(?:page|ticket)$/, alert);
    t.ok(annotations.summary.length > 20 && annotations.action.length > 10, `${alert} says what to do`);
  }
});
