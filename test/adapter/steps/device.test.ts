/** Steps about the device that asks. */
import t from 'tap';
import { Refusal } from '../../../src/adapter/definition.ts';
import { requireDevice } from '../../../src/adapter/steps/device.ts';
import { contextOf } from '../support.ts';

t.test('requireDevice names the first member that is missing', async (t) => {
  const step = requireDevice('ua', 'ip');
  const c = contextOf({});
  t.equal(step({ device: { ua: 'u', ip: '192.0.2.1' } }, c), null);
  t.equal(step({ device: { ua: 'u', ipv6: '2001:db8::1' } }, c), null, 'an IPv6 address is an address');
  for (const [device, name] of [
    [undefined, 'ua'],
    [{}, 'ua'],
    [{ ua: '', ip: '192.0.2.1' }, 'ua'],
    [{ ua: 'u' }, 'ip'],
    [{ ua: 'u', ip: '', ipv6: '' }, 'ip'],
  ] as const) {
    const made = step(device === undefined ? {} : { device }, c);
    t.equal(made instanceof Refusal && made.problem?.message, `the request lacks device.${name}`);
  }
});
