/** Decides which values of a request are reported as doubtful although it is served with them (decisions, 'OpenRTB 2.6 places'). */
import { warningCode, type Problem } from '../../errors.ts';
import { hasUnreadUsPrivacy } from '../../openrtb/places.ts';
import type { BidRequest } from '../../openrtb/request.ts';
import type { EID } from '../../openrtb/user.ts';

const unreadUsPrivacy = 'regs.us_privacy does not have the form 1YNN: regs.ext.us_privacy is used';

/** The doubts about a request whose types are checked and whose 2.5 places are still as the client wrote them: one sentence each. */
export function doubtRequest(request: BidRequest): Problem[] {
  const { regs, user, device, test } = request;
  const doubts: Problem[] = [];
  const tell = (code: number, message: string | undefined): void => {
    if (message !== undefined) doubts.push({ code, message });
  };
  if (regs?.ext) {
    const usPrivacies = [regs.us_privacy, regs.ext.us_privacy].map((text) => text?.toUpperCase());
    tell(warningCode.privacy, contradiction('regs', 'gdpr', [regs.gdpr, regs.ext.gdpr]));
    const isMalformed = regs.us_privacy !== '' && hasUnreadUsPrivacy(regs);
    tell(warningCode.privacy, isMalformed ? unreadUsPrivacy : contradiction('regs', 'us_privacy', usPrivacies));
  }
  if (user?.ext) {
    tell(warningCode.privacy, contradiction('user', 'consent', [user.consent, user.ext.consent]));
    tell(warningCode.eids, unreadId(user.eids, user.ext.eids));
  }
  tell(warningCode.general, noFlag('test', test));
  tell(warningCode.general, noFlag('regs.coppa', regs?.coppa));
  tell(warningCode.general, noFlag('device.lmt', device?.lmt));
  return doubts;
}

/** A doubt where both places are stated and differ; an empty text counts as not stated. */
function contradiction(owner: string, field: string, [newer, older]: readonly unknown[]): string | undefined {
  if (newer === older || !isStated(newer) || !isStated(older)) return undefined;
  const place = `${owner}.${field}`;
  return `${place} and ${owner}.ext.${field} contradict each other: ${place} is used`;
}

/** A doubt where the older place has an id source that the newer one lacks. */
function unreadId(newer: readonly EID[] | undefined, older: readonly EID[] | undefined): string | undefined {
  const read = new Set(newer?.map(({ source }) => source));
  if (newer === undefined || older === undefined || older.every(({ source }) => read.has(source))) return undefined;
  return 'user.ext.eids is ignored next to user.eids: put all ids into user.eids';
}

function isStated(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}

function noFlag(path: string, value: number | undefined): string | undefined {
  if (value === undefined || value === 0 || value === 1) return undefined;
  return `${path} is ${value}, not 0 or 1: treated as 0`;
}
