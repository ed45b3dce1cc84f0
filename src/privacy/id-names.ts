/** Which names of members and of parameters are ids of a person or of a person's device, wherever they stand (implementation A 7; issue 6, item 3). */

/**
 * In lower case. The last ones are parameters of AMP pages: the id of the device, and the id that AMP gives the page's reader; vendors of
 * AMP call it either way.
 */
export const idNames: ReadonlySet<string> = new Set(
  (
    'buyeruid ifa ifv idfa idfv aaid gaid didsha1 didmd5 dpidsha1 dpidmd5 macsha1 macmd5 customdata uid ppid email hem ' +
    'rdid adcid adc'
  ).split(' '),
);
