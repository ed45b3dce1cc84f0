/** What plugins ask before the first hop goes on, and which of their functions get the answer (src/plugins, `question`). */
import t from 'tap';
import type { PrepareResult } from '../../src/auction/messages.ts';
import type { Plugin } from '../../src/plugins/contract.ts';
import { requestFor } from '../support/auction.ts';
import { callTexts, createTestHops, prepareMessage, type MessageFacts } from '../support/hops.ts';

const lookUp = async (): Promise<undefined> => undefined;
const request = {
  ...requestFor({ bidderA: {} }),
  site: { page: 'https://news.example/', publisher: { id: 'p1' } },
  user: { id: 'u1', data: [{ id: 'd'.repeat(500), segment: [{ id: '1' }] }] },
  regs: { ext: { gdpr: 0 } },
};

/** The first hop of a host with these plugins. */
function hopWith(plugins: { readonly [name: string]: Plugin }) {
  const stated = Object.keys(plugins).map((name) => [name, { file: `${name}.ts` }]);
  const bidders = { bidderA: { endpoint: 'http://127.0.0.1:1/' } };
  const hops = createTestHops({ bidders, plugins: Object.fromEntries(stated) }, [], new Map(Object.entries(plugins)));
  return (facts: MessageFacts): PrepareResult => hops.prepare(prepareMessage(request, facts));
}

function questionsOf(result: PrepareResult) {
  return 'questions' in result ? result.questions : undefined;
}

t.test('questions are made from the request before plugins change it, and end the hop', async (t) => {
  const prepare = hopWith({
    first: {
      question: ({ user }, { account }) => ({ account, id: user!.id, data: user!.data!.length }),
      lookUp,
      auctionRequest: (request) => ({ ...request, user: { id: 'u2' } }),
    },
    second: { question: ({ user, regs }) => [user!.id, regs!.gdpr], lookUp },
    silent: { question: () => undefined, lookUp },
  });
  t.strictSame(prepare({ found: null }), {
    ok: true,
    questions: [
      { plugin: 'first', json: '{"account":"p1","id":"u1","data":1}' },
      { plugin: 'second', json: '["u1",0]' },
    ],
  });
  t.equal(callTexts(prepare({ found: [] })).size, 1, 'asked once');
  t.equal(callTexts(prepare({})).size, 1, 'not asked where there is no look-up');
});

t.test('without a question the hop goes on at once', async (t) => {
  const prepare = hopWith({ silent: { question: () => null, lookUp } });
  t.equal(callTexts(prepare({ found: null })).size, 1);
});

t.test('only the plugin that asked gets the answer, in auctionRequest and bidderRequest', async (t) => {
  const seen: unknown[] = [];
  const prepare = hopWith({
    knows: {
      question: () => 1,
      lookUp,
      auctionRequest: (request, { found }) => {
        seen.push(found);
        t.throws(() => (found as unknown[]).push(1), 'the answer is frozen');
        return { ...request, bcat: found as string[] };
      },
      bidderRequest: (_, { found }) => void seen.push(found),
    },
    other: { auctionRequest: (_, facts) => void seen.push('found' in facts) },
  });
  const texts = callTexts(prepare({ found: [{ plugin: 'knows', json: '["IAB25"]' }] }));
  t.strictSame(JSON.parse(texts.get('bidderA')![0]!).bcat, ['IAB25']);
  t.strictSame(seen, [['IAB25'], false, ['IAB25']]);
});

function nested(): unknown {
  let made: unknown = 1;
  for (let level = 0; level < 2000; level++) made = [made];
  return made;
}

t.test('a question that fails is reported, and those of other plugins are asked', async (t) => {
  const asked: { readonly [name: string]: () => unknown } = {
    throws: () => {
      throw new Error('no list');
    },
    promises: async () => 1,
    nests: nested,
    'writes too much': () => 'x'.repeat(300_000),
  };
  for (const [name, question] of Object.entries(asked)) {
    const prepare = hopWith({ bad: { question, lookUp }, good: { question: () => name, lookUp } });
    const result = prepare({ found: null });
    t.strictSame(questionsOf(result), [{ plugin: 'good', json: JSON.stringify(name) }], name);
    t.match(result, { bugs: [{ plugin: 'bad' }] }, name);
  }
});

function bcatOf(result: PrepareResult): unknown {
  return JSON.parse(callTexts(result).get('bidderA')![0]!).bcat;
}

t.test('a plugin whose question fails still has its other functions called', async (t) => {
  const bad: Plugin = {
    question: () => {
      throw new Error('no list');
    },
    lookUp,
    auctionRequest: (request, { found }) => ({ ...request, bcat: [String(found)] }),
  };
  const alone = hopWith({ bad })({ found: null });
  t.strictSame(bcatOf(alone), ['undefined']);
  t.match(alone, { bugs: [{ plugin: 'bad' }] });
  const beside = hopWith({ bad, good: { question: () => 1, lookUp } });
  t.match(beside({ found: null }), { questions: [{ plugin: 'good' }], bugs: [{ plugin: 'bad' }] });
  t.strictSame(bcatOf(beside({ found: [] })), ['undefined']);
});
