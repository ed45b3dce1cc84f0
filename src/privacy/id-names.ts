/** The names of members and parameters that hold ids of a person or a device, wherever they occur (implementation A 7; issue 6, item 3). */

/**
 * In lower case. The last three are parameters of AMP pages: `rdid` is the device's id; `adcid` and `adc`, which AMP vendors both use, are
 * the id that AMP gives the page's reader.
 */
export const idNames: ReadonlySet<string> = new Set(
  (
    'buyeruid ifa ifv idfa idfv aaid gaid didsha1 didmd5 dpidsha1 dpidmd5 macsha1 macmd5 customdata uid ppid email hem ' +
    'rdid adcid adc'
  ).split(' '),
);
