/** The fingerprint by which a captured call is recognised (issue 6, item 3). */
import t from 'tap';
import { sentPrint } from '../../src/observe/capture-record.ts';

const call = (tmax: number, id: string, more = '') =>
  `{"id":"r1","tmax":${tmax},"imp":[{"id":"i1"}],"source":{"tid":"${id}"}${more}}`;

t.test('tmax and random ids do not change the fingerprint of a call, other members do', async (t) => {
  const print = sentPrint(call(480, '01234567-89ab-4cde-8f01-23456789abcd'));
  t.match(print, /^[\da-f]{64}$/);
  t.equal(sentPrint(call(93, '01234567-89ab-4cde-8f01-23456789abcd')), print, 'less time');
  t.equal(sentPrint(call(480, 'fedcba98-7654-4321-8fed-cba987654321')), print, 'other ids');
  t.not(sentPrint(call(480, '01234567-89ab-4cde-8f01-23456789abcd', ',"test":1')), print);
});

t.test('the version of this service, which some bidders are sent, does not change the fingerprint', async (t) => {
  const told = (version: string) =>
    call(480, 'r', `,"ext":{"version":"${version}","pbs_version":"${version}","pbsv":"${version}"}`);
  t.equal(sentPrint(told('0.2.0')), sentPrint(told('0.1.0-3')));
  t.equal(sentPrint(told('')), sentPrint(told('0.1.0')), 'an empty version');
  const other = ',"ext":{"version":"9","app_version":{"major":1}}';
  t.not(sentPrint(call(480, 'r', other)), sentPrint(call(480, 'r', other.replace('9', '8'))), 'other versions count');
});
