/** Decides what Huawei Ads is told of the network that a device is in (its own protocol): the connection, the carrier, the cell. */
import type { SharedRequest } from '../call-steps.ts';

/** Numbers of carriers by their networks; another has the number 99. */
const carriers = new Map(
  [
    ['46001', '46006'],
    ['46000', '46002', '46007'],
    ['46003', '46005', '46011'],
  ].flatMap((networks, at) => networks.map((network) => [network, at + 1] as const)),
);
const otherCarrier = 99;

/** The kind of connection, and where the device tells its network the carrier's number and the cell. */
export function wireNetwork({ connectiontype = 0, mccmnc = '' }: NonNullable<SharedRequest['device']>): object {
  const [mcc, mnc] = mccmnc.split('-');
  return {
    type: connectiontype,
    ...(mcc && mnc && { carrier: carriers.get(mcc + mnc) ?? otherCarrier, cellInfo: [{ mcc, mnc }] }),
  };
}
