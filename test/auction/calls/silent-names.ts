/** Run by host-lookup.test in a network whose name server never answers: which look-ups hold up others. */
import { createSocket } from 'node:dgram';
import { lookup } from 'node:dns';
import { once } from 'node:events';
import type { LookupFunction } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { HostLookup } from '../../../src/auction/calls/host-lookup.ts';

/** The look-up of a configured host whose name was not found once. */
async function failedBefore(): Promise<LookupFunction> {
  const find = new HostLookup().lookup;
  await new Promise((resolve) => find(`${'x'.repeat(70)}.example`, { all: true }, resolve));
  return find;
}

const own = await Promise.all([failedBefore(), failedBefore()]);
const known = new HostLookup().lookup;
await new Promise((resolve) => known('localhost', { all: true }, resolve));
const inAWhile = performance.now() + 30_000;
performance.now = () => inAWhile;
// Nobody is there to ask yet, so this fails at once. The name server must not listen before that, or it would never answer this question.
await new Promise((resolve) => known('nobody-says.example', { all: true }, resolve));
while (process.getActiveResourcesInfo().includes('GetAddrInfoReqWrap')) await setTimeout(1);
known('localhost', { all: true }, (error) => process.stdout.write(error === null ? 'known ' : 'forgotten '));

const server = createSocket('udp4').bind(53, '127.0.0.1');
await once(server, 'listening');
for (let at = 0; at < 4; at++)
  new HostLookup(true).lookup(`made-up-${at}.example`, { all: true }, () => process.stdout.write('made-up '));
own.forEach((find, at) => find(`own-${at}.example`, { all: true }, () => process.stdout.write('own ')));
new HostLookup().lookup('localhost', { all: true }, () =>
  lookup('localhost', () => process.stdout.write('localhost ')),
);
