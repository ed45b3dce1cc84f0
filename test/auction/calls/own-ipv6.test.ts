/** On a machine without IPv6, addresses of IPv6 stand in no connection's way. */
import type { LookupAddress } from 'node:dns';
import os from 'node:os';
import t, { type Test } from 'tap';
import { callFault } from '../../../src/auction/calls/call-faults.ts';
import { HostLookup } from '../../../src/auction/calls/host-lookup.ts';
import { isBeyondReach, reachableHere } from '../../../src/auction/calls/own-ipv6.ts';
import { replaceBuiltin, resolveTo } from '../../support/replace-builtin.ts';

type Interfaces = ReturnType<typeof os.networkInterfaces>;

/** A network interface with one address. */
function having(address: string, internal = false): Interfaces {
  const family = address.includes(':') ? 'IPv6' : 'IPv4';
  return { one: [{ address, family, internal, netmask: '', mac: '', cidr: null, scopeid: 0 } as never] };
}

const four = { address: '192.0.2.1', family: 4 };
const six = { address: '2001:db8::1', family: 6 };
const loopback = { address: '::1', family: 6 };

function unreadable(): never {
  throw new Error('getifaddrs: EAFNOSUPPORT');
}

const withIpv6 = [() => having('2001:db8::2'), () => having('fd00::2'), unreadable];
const without = [
  () => ({}),
  () => having('192.0.2.2'),
  () => having('fe80::1'),
  () => having('FEBF::1'),
  () => having('::1', true),
];

/** Gives this process other network interfaces until the test ends. */
function setInterfaces(t: Test, interfaces: () => Interfaces): void {
  replaceBuiltin(t, [os, 'networkInterfaces'], interfaces);
}

t.test('IPv6 addresses are left out only if this machine has none, and the name has others', async (t) => {
  for (const own of withIpv6) {
    setInterfaces(t, own);
    t.strictSame(reachableHere([six, four]), [six, four]);
  }
  for (const own of without) {
    setInterfaces(t, own);
    t.strictSame(reachableHere([six, four]), [four]);
    for (const all of [[six], [four], []]) t.strictSame(reachableHere(all), all);
  }
});

t.test('::1 is beyond reach only if this machine does not have it', async (t) => {
  for (const [own, isOwn] of [
    [() => having('::1', true), true],
    [unreadable, true],
    [() => having('2001:db8::2'), false],
    [() => ({}), false],
  ] as const) {
    setInterfaces(t, own);
    t.equal(isBeyondReach('::1'), !isOwn);
    t.strictSame(reachableHere([loopback, four]), isOwn ? [loopback, four] : [four]);
  }
});

t.test('an IPv6 address is beyond reach if this machine has none', async (t) => {
  for (const own of withIpv6) {
    setInterfaces(t, own);
    t.equal(isBeyondReach(six.address), false);
  }
  for (const own of without) {
    setInterfaces(t, own);
    t.equal(isBeyondReach(six.address), true);
    for (const other of [four.address, undefined, 'a.example']) t.equal(isBeyondReach(other), false);
  }
});

/** Why connections to `addresses`, one or several, fail for which the machine has no address of its own. */
function noAddress(...addresses: string[]): string {
  const code = 'EADDRNOTAVAIL';
  const errors = addresses.map((address) => Object.assign(new Error('x'), { code, address }));
  const error = errors.length === 1 ? errors[0]! : Object.assign(new AggregateError(errors), { code });
  return callFault(error, false).reason;
}

const machines: [string, () => Interfaces, boolean][] = [
  ['with IPv6', () => having('fd00::2'), true],
  ['without IPv6', () => having('192.0.2.2'), false],
  ['whose interfaces cannot be read', unreadable, true],
];

for (const [what, interfaces, isWithIpv6] of machines) {
  t.test(`the addresses of a bidder, and the reason why none can be reached, on a machine ${what}`, async (t) => {
    setInterfaces(t, interfaces);
    resolveTo(t, 'two.example', () => [six, four]);
    const found = await new Promise((resolve) =>
      new HostLookup().lookup('two.example', { all: true }, (_, addresses: string | LookupAddress[]) =>
        resolve(addresses),
      ),
    );
    t.strictSame(found, isWithIpv6 ? [six, four] : [four]);
    t.equal(noAddress(four.address), 'no socket left on this machine');
    for (const addresses of [[six.address], [six.address, '2001:db8::3']])
      t.equal(noAddress(...addresses), isWithIpv6 ? 'no socket left on this machine' : 'network unreachable');
  });
}
