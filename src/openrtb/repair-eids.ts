/** Decides which extended ids of a user are usable (decisions, 'Wrong fields'; spec 2.2: both shapes). */
import { warningCode } from '../errors.ts';
import { clientIndex } from './client-indexes.ts';
import type { Findings } from './findings.ts';
import type { EID } from './user.ts';
import { mapShared } from './with-changes.ts';

/**
 * The eids at `path` (`user.eids`) that have a source and an id, each without uids that have no id; the same array when nothing changes.
 */
export function repairEids(eids: EID[], path: string, findings: Findings): EID[] {
  const at = (index: number): string => `${path}[${clientIndex(eids, index)}]`;
  const whole = mapShared(eids, (eid, index) => {
    const uids = eid.uids?.filter((uid) => uid.id);
    if (uids === undefined || uids.length === eid.uids?.length) return eid;
    findings.warn(`${at(index)}.uids has entries without id: they are ignored`, warningCode.eids);
    return { ...eid, uids };
  });
  const usable = whole.filter((eid, index) => {
    if (eid.source && (eid.id || eid.uids?.length)) return true;
    const missing = eid.source ? 'uids' : 'source';
    findings.warn(`${at(index)} has no ${missing}: the entry is ignored`, warningCode.eids);
    return false;
  });
  return usable.length === whole.length ? whole : usable;
}
