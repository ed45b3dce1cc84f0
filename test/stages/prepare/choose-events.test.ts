/** Which auctions have events, and the terms of their URLs. */
import t from 'tap';
import { chooseEvents, describeNoEvents, type EventTerms } from '../../../src/stages/prepare/choose-events.ts';

const terms = { isEnabled: true, account: 'p1', svc: {}, nowMs: 99 } as const;

function asked(svc: { [key: string]: unknown }, channels?: EventTerms['channels']): boolean {
  return chooseEvents({ ...terms, channels, svc })!.isAsked;
}

function screen(channels: EventTerms['channels'], svc = {}): boolean {
  return chooseEvents({ ...terms, isScreen: true, channels, svc })!.isAsked;
}

t.test('events need an account that has them on', async (t) => {
  t.equal(chooseEvents({ ...terms, isEnabled: false, svc: { events: {} } }), null);
  t.equal(chooseEvents({ ...terms, account: '' }), null);
  t.strictSame(chooseEvents(terms), { account: 'p1', timestampMs: 99, integration: '', isAsked: false });
});

t.test('bids get event URLs if the request asks for them, else by its channel', async (t) => {
  t.ok(asked({ events: {} }));
  t.ok(asked({ events: { enabled: true } }));
  t.ok(asked({ events: { enabled: null } }));
  t.notOk(asked({ events: { enabled: false }, channel: { name: 'app' } }));
  t.notOk(asked({ events: null }), 'null does not ask for events');
  t.notOk(asked({}));
  t.ok(asked({ channel: { name: 'AMP' } }));
  t.ok(asked({ channel: { name: 'app' } }));
  t.notOk(asked({ channel: { name: 'pbjs' } }));
  t.notOk(asked({ channel: { name: 'web' } }));
});

t.test("the account's channels apply if the request does not ask", async (t) => {
  t.ok(asked({}, { web: true }), 'without a channel it is web');
  t.ok(asked({ channel: { name: 'pbjs' } }, { web: true }));
  t.notOk(asked({ events: { enabled: false } }, { web: true }));
  t.ok(asked({ channel: { name: 'app' } }, { web: true }), 'other channels keep their default');
  t.notOk(asked({ channel: { name: 'App' } }, { app: false }));
  t.notOk(asked({ channel: { name: 'amp' } }, { amp: false, web: true }));
  t.ok(asked({ channel: { name: 'app' }, events: {} }, { app: false }), 'the request takes precedence');
});

t.test('a screen has a channel of its own, which is as web unless the account says', async (t) => {
  t.notOk(screen({}));
  t.ok(screen({ dooh: true }));
  t.ok(screen({ web: true }));
  t.notOk(screen({ dooh: false, web: true }));
  t.notOk(screen({ dooh: true }, { channel: { name: 'pbjs' } }), 'a channel that the request names');
  t.notOk(screen({ dooh: true }, { events: { enabled: false } }));
  t.ok(asked({ channel: { name: 'DOOH' } }, { dooh: true }));
  t.notOk(asked({}, { dooh: true }), 'a website');
});

t.test('a request for events without effect has a warning with the reason', async (t) => {
  const asking = { ...terms, svc: { events: {} } };
  t.match(describeNoEvents({ ...asking, account: '' }), /^events has no effect without an account: name one/);
  t.match(describeNoEvents({ ...asking, isEnabled: false }), /^events has no effect: events are off for the account/);
  t.equal(describeNoEvents(asking), undefined);
  t.equal(describeNoEvents({ ...terms, account: '' }), undefined, 'not asked for');
  const refusing = { ...terms, isEnabled: false, svc: { events: { enabled: false }, channel: { name: 'app' } } };
  t.equal(describeNoEvents(refusing), undefined);
});

t.test("the timestamp is the client's if it states one, and the integration is kept", async (t) => {
  t.equal(chooseEvents({ ...terms, svc: { auctiontimestamp: 7 } })!.timestampMs, 7);
  t.equal(chooseEvents({ ...terms, svc: { auctiontimestamp: 0 } })!.timestampMs, 99);
  t.equal(chooseEvents({ ...terms, svc: { integration: 'x' } })!.integration, 'x');
});
