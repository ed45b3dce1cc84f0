/** Admission from envelopes equals that from the merged request, for every combination of live and stored parts (decisions, 'Envelope and tree agree'). */
import t from 'tap';
import { admit } from '../../src/auction/admission.ts';
import { readEnvelope, type Envelope } from '../../src/native/envelope.ts';
import { mergePatch } from '../../src/openrtb/merge-patch.ts';
import type { BidRequest } from '../../src/openrtb/request.ts';
import { checkTypes } from '../../src/stages/prepare/check-types.ts';
import { readAdmitted } from '../../src/stages/prepare/read-admitted.ts';
import { wholeLists } from '../support/whole-lists.ts';

function envelope(value: unknown): Envelope {
  const read = readEnvelope(new TextEncoder().encode(JSON.stringify(value)), 'svc');
  if (!read.ok) throw new Error(read.fault);
  return read.envelope;
}

const parent = { ext: { svc: { parentAccount: 'parent' } } };
const parts: object[] = [
  {},
  { site: { publisher: { id: 's' } } },
  { site: { publisher: { id: 's', ...parent } } },
  { site: { publisher: parent } },
  { site: { publisher: {} } },
  { site: { publisher: null } },
  { site: null },
  { site: { publisher: { id: '', ...parent } } },
  { site: { publisher: { id: 's', ext: null } } },
  { site: { publisher: { id: null, ext: { svc: { parentAccount: null } } } } },
  { app: { id: 'app1', publisher: { id: 'a' } }, tmax: 300 },
  { app: { id: null }, tmax: null },
  { app: { id: 'app2' }, tmax: 0 },
  { dooh: { publisher: { id: 'd' } } },
];

t.test('envelopes and the merged request agree for every pair of live and stored parts', async (t) => {
  let pairs = 0;
  for (const stored of [undefined, ...parts]) {
    for (const live of parts) {
      const merged = stored === undefined ? live : mergePatch(stored, live);
      const { request } = checkTypes(merged, 'svc');
      const admitted = admit(envelope(live), stored && envelope(stored));
      const faults = readAdmitted(request, admitted, 'svc');
      if (faults.length > 0) t.fail(`${JSON.stringify({ stored, live, admitted })}: ${faults.join()}`);
      pairs++;
    }
  }
  t.equal(pairs, parts.length * (parts.length + 1));
});

t.test('a parent account overrides the account of another place', async (t) => {
  const publisher = { publisher: { id: 'own' } };
  const live = { site: publisher, app: publisher, dooh: publisher };
  for (const place of ['site', 'app', 'dooh']) {
    const stored = { [place]: { publisher: { id: 's', ...parent } } };
    t.equal(admit(envelope(live), envelope(stored)).account, 'parent', place);
    t.strictSame(
      readAdmitted(mergePatch(stored, live) as BidRequest, { account: 'parent', app: '', tmax: null }, 'svc'),
      [],
    );
  }
  t.equal(admit(envelope(live), envelope({ site: { publisher: { id: 's' } } })).account, 'own');
});

t.test('a request that differs from its admission is reported', async (t) => {
  const request = { site: { publisher: { id: 's' } }, tmax: 100 } as BidRequest;
  t.strictSame(readAdmitted(request, { account: 's', app: '', tmax: 100 }, 'svc'), []);
  t.match(readAdmitted(request, { account: 'other', app: '', tmax: 100 }, 'svc'), wholeLists([/^account/]));
  t.match(readAdmitted(request, { account: 's', app: 'x', tmax: 100 }, 'svc'), wholeLists([/^app\.id/]));
  t.match(readAdmitted(request, { account: 's', app: '', tmax: null }, 'svc'), wholeLists([/^tmax/]));
});
