/** Composes who takes part in each imp: bidders that are asked, and stored responses that stand in for others (spec 4.1.6). */
import type { StoredText } from '../../src/auction/messages.ts';
import type { Imp } from '../../src/openrtb/imp.ts';
import { without } from '../../src/openrtb/json-object.ts';
import { textOf } from '../../src/openrtb/parsed-json.ts';
import { assignBidders, type AssignedImp, type AssignmentRules } from '../../src/stages/prepare/assign-bidders.ts';
import { chooseStoredReplies, type StoredReply } from '../../src/stages/prepare/choose-stored-replies.ts';
import { readDealFlags } from '../../src/stages/prepare/read-deal-flags.ts';
import { storedById } from './stored-objects.ts';

/** An assigned imp whose `asked` are live bidders only. */
export interface ImpWithStandIns extends AssignedImp {
  /** Everybody who takes part, bidder or seat, in the order in which the imp names them. */
  readonly names: readonly string[];
  /** The stored replies of some of them, by name. */
  readonly stored: ReadonlyMap<string, StoredReply>;
  /** Whether a stored auction response replaces all of its bidders. */
  readonly isStored: boolean;
  /** Bidders that may bid with deals only. */
  readonly dealsonly: ReadonlySet<string>;
}

/** The imps, and what was wrong with stored responses. */
interface StandIns {
  readonly imps: readonly ImpWithStandIns[];
  readonly faults: readonly string[];
  readonly warnings: readonly string[];
}

/** The most characters of the stored replies of one auction: a short request may name a long text for each bidder on each imp. */
export const mostCharacters = 16 * 1024 * 1024;

/** Assigns each imp's bidders; `texts` are the stored texts of the message. */
export function withStandIns(imps: readonly Imp[], rules: AssignmentRules, texts: readonly StoredText[]): StandIns {
  const { namespace, nameOf } = rules;
  const responses = storedById(texts, 'responses', textOf);
  const faults: string[] = [];
  const warnings: string[] = [];
  let left = mostCharacters;
  const assigned = imps.map((imp, at) => {
    const path = `imp[${at}].ext.${namespace}`;
    const stored = chooseStoredReplies(imp, { namespace, nameOf, path, texts: responses, mostCharacters: left });
    for (const { text = '' } of stored.replies) left -= text.length;
    if (stored.isTooLong) left = -1;
    faults.push(...stored.faults);
    warnings.push(...stored.warnings);
    const live = assignBidders(stored.isAuction ? without(imp, ['ext']) : imp, rules);
    return { ...withReplies(live, stored.replies), isStored: stored.isAuction };
  });
  if (left < 0) {
    const what = `the stored responses that the imps name have over ${mostCharacters} characters in total`;
    faults.push(`${what}: name shorter ones, or fewer`);
  }
  return { imps: assigned, faults, warnings };
}

const nobody: ReadonlySet<string> = new Set();

const nothing: ReadonlyMap<string, StoredReply> = new Map();

function withReplies(assigned: AssignedImp, replies: readonly StoredReply[]): Omit<ImpWithStandIns, 'isStored'> {
  const names = [...assigned.asked.keys()];
  const flagged = names.filter((name) => readDealFlags(assigned.asked.get(name)).dealsonly);
  const dealsonly = flagged.length === 0 ? nobody : new Set(flagged);
  if (replies.length === 0) return { ...assigned, names, stored: nothing, dealsonly };
  const stored = new Map(replies.map((reply) => [reply.name, reply]));
  return {
    ...assigned,
    asked: new Map([...assigned.asked].filter(([name]) => !stored.has(name))),
    names: [...new Set([...names, ...stored.keys()])],
    stored,
    dealsonly,
  };
}
