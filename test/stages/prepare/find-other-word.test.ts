/** Extensions under the word that the service does not go by here (spec 2.1; the setting `namespace`). */
import t from 'tap';
import { findOtherWord } from '../../../src/stages/prepare/find-other-word.ts';

const word = { channel: { name: 'web' } };

t.test('extensions under the other usual word are named in one sentence', (t) => {
  t.equal(
    findOtherWord({ ext: { prebid: { targeting: {} }, svc: word } }, 'svc'),
    'ext.prebid is not read here: use ext.svc, or ask this host to set namespace: prebid',
  );
  const everywhere = {
    ext: { prebid: word },
    user: { ext: { prebid: word } },
    device: { ext: { prebid: word } },
    imp: [{ id: 'a' }, { id: 'b', ext: { prebid: word } }, { id: 'c', ext: { prebid: word } }],
  };
  t.equal(
    findOtherWord(everywhere, 'svc'),
    'ext.prebid and user.ext.prebid and device.ext.prebid and imp[1].ext.prebid are not read here: use ext.svc, or ask this host to set namespace: prebid',
  );
  t.equal(
    findOtherWord({ imp: [{ ext: { svc: word } }] }, 'prebid'),
    'imp[0].ext.svc is not read here: use ext.prebid, or ask this host to set namespace: svc',
  );
  t.end();
});

t.test('the word of this host, and what only sounds like the other, is nothing to tell of', (t) => {
  t.equal(findOtherWord({ ext: { svc: word }, imp: [{ ext: { svc: word } }] }, 'svc'), undefined);
  t.equal(findOtherWord({ ext: { prebid: word }, imp: [{ ext: { prebid: word } }] }, 'prebid'), undefined);
  t.equal(findOtherWord({ ext: { prebid: 'client' }, imp: [{}], user: {}, device: {} }, 'svc'), undefined);
  t.end();
});
