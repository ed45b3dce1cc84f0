/** Members of ext under the usual namespace that this host does not use (spec 2.1; the setting `namespace`). */
import t from 'tap';
import { findOtherWord } from '../../../src/stages/prepare/find-other-word.ts';

const word = { channel: { name: 'web' } };

t.test('members of ext under the other usual namespace are listed in one sentence', async (t) => {
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
});

t.test("members under the host's own namespace, or of another type, are not reported", async (t) => {
  t.equal(findOtherWord({ ext: { svc: word }, imp: [{ ext: { svc: word } }] }, 'svc'), undefined);
  t.equal(findOtherWord({ ext: { prebid: word }, imp: [{ ext: { prebid: word } }] }, 'prebid'), undefined);
  t.equal(findOtherWord({ ext: { prebid: 'client' }, imp: [{}], user: {}, device: {} }, 'svc'), undefined);
});
