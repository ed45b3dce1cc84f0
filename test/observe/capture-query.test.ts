/** The part of a query by which a replay recognises a call without a body, whatever its user and time (issue 6, item 3). */
import t from 'tap';
import { lastingQuery, userless } from '../../src/observe/capture-query.ts';
import { echoBlotter } from '../../src/observe/capture-texts.ts';

const captured =
  'https://a.example/bid?zone=7&ip=81.2.69.142&ifa=ifa-of-a-person&lat=52.516312&lon=-13.3&ids=own:buyer-of-a-person&page=https%3A%2F%2Fp.example%2F%3Fuid%3Dx1%26q%3D1&rnd=171717171717&floor=0.5';
const replayed =
  'http://127.0.0.1:9/a/a.example/bid?rnd=8282828282828&zone=7&ip=81.2.69.0&ifa=redacted&lat=52.52&lon=-13.3&ids=own:redacted&page=https%3A%2F%2Fp.example%2F%3Fuid%3Dredacted%26q%3D1&floor=0.5';

t.test('a captured query and its replay give the same text, without the user', async (t) => {
  const hide = echoBlotter(new Set(['buyer-of-a-person', '81.2.69.142']));
  const kept = lastingQuery(captured, userless(hide));
  t.equal(lastingQuery(replayed, userless()), kept);
  t.equal(
    kept,
    'floor=0.5&ids=own:redacted&ifa=redacted&ip=81.2.69.0&lat=52.52&lon=-13.3&page=https://p.example/?uid=redacted&q=1&zone=7',
  );
});

t.test('with user ids kept all but the time counts; a URL without a query gives nothing', async (t) => {
  t.equal(lastingQuery('https://a.example/?b=2&a=1&a=81.2.69.142&ts=1764000000'), 'a=1&a=81.2.69.142&b=2');
  t.equal(lastingQuery('https://a.example/?a=b?c'), 'a=b?c', 'the query begins at the first question mark');
  t.equal(lastingQuery('https://a.example/bid'), '');
});
