/** Warnings about parameters of an AMP request. */
import t from 'tap';
import { doubtAmp } from '../../../src/stages/prepare/doubt-amp.ts';

const doubted = (query: string): string =>
  doubtAmp(new Map(new URLSearchParams(query)))
    .map((text) => text.split(' ')[0])
    .join(' ');

t.test('a readable or blank parameter has no warning', async (t) => {
  for (const query of [
    'w=320&h=50&ow= 1 &oh=0&ms=300x250, 320X50&timeout=1000&debug=1',
    'timeout=10000000',
    'w=&h=&ms=&timeout=&debug=',
    'ms=10x10&debug=0',
    'ms=300 x 250,320 X50',
    '',
  ]) {
    t.equal(doubted(query), '', query);
  }
});

t.test('an unreadable parameter has a warning that names it', async (t) => {
  t.equal(doubted('w=wide&h=-1&ow=3.5&oh=100000&timeout=soon&debug=yes'), 'ow oh w h timeout debug');
  t.equal(doubted('w=320px&timeout=800ms&debug=10'), 'w timeout debug');
  t.equal(doubted('w=~320&timeout=~800&debug=x1'), 'w timeout debug');
  for (const ms of ['300', '300x250,', '300x250,0x50', '300x0', '0 x 50', '3x4x5'])
    t.equal(doubted(`ms=${ms}`), 'ms', ms);
});
