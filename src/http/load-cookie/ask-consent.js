/*
 * Learns the user's consent before it syncs, from the AMP page around this one or from a consent platform with the TCF 2 API. Without an
 * answer, or after a refusal, nothing is synced.
 */
// oxlint-disable no-underscore-dangle -- names in that API
const { statedConsent: stated, synchronise: sync } = window.userSync;

let isAnswered = false;

/** Syncs once, with the first answer. */
function answered(consent) {
  if (isAnswered) return;
  isAnswered = true;
  sync(consent);
}

const text = (value) => (typeof value === 'string' ? value : '');

/** The states of AMP's consent policy that allow syncing: the user agreed, or need not be asked. */
const goodStates = new Set([undefined, 1, 3]);
/** AMP's consent string types, and the parameter that each belongs in. */
const kinds = { 3: 'us_privacy', 4: 'gpp' };

function readAmp(data) {
  if (data.sentinel !== 'amp' || data.type !== 'consent-data' || !goodStates.has(data.consentPolicyState)) return;
  const facts = data.consentMetadata || {};
  const consent = {};
  if (typeof facts.gdprApplies === 'boolean') consent.gdpr = facts.gdprApplies ? 1 : 0;
  if (text(data.consentString)) consent[kinds[facts.consentStringType] || 'gdpr_consent'] = data.consentString;
  answered(Object.assign(stated(), consent));
}

function readTcf(data) {
  const facts = (data.__tcfapiReturn && data.__tcfapiReturn.returnValue) || {};
  if (facts.eventStatus !== 'tcloaded' && facts.eventStatus !== 'useractioncomplete') return;
  const gdpr = typeof facts.gdprApplies === 'boolean' ? { gdpr: facts.gdprApplies ? 1 : 0 } : {};
  answered(Object.assign(stated(), gdpr, { gdpr_consent: text(facts.tcString) }));
}

/** The nearest enclosing window that hosts a consent platform. */
function platform() {
  for (let frame = window; frame !== window.top;) {
    frame = frame.parent;
    try {
      if (frame.frames.__tcfapiLocator) return frame;
    } catch {
      // A window of another origin without a platform throws when asked.
    }
  }
  return undefined;
}

const tcf = platform();

window.addEventListener('message', (event) => {
  if (event.source === window || (event.source !== window.parent && event.source !== tcf)) return;
  let data = event.data;
  try {
    // Both kinds of platform may send their answers as text; AMP's has a prefix.
    if (typeof data === 'string') data = JSON.parse(data.replace(/^amp-(?:\d{1,20}-)?/, ''));
  } catch {
    return;
  }
  if (typeof data !== 'object' || data === null) return;
  readAmp(data);
  if (event.source === tcf) readTcf(data);
});

if (window.parent !== window) window.parent.postMessage({ sentinel: 'amp', type: 'send-consent-data' }, '*');
if (tcf) tcf.postMessage({ __tcfapiCall: { command: 'addEventListener', version: 2, callId: 'sync' } }, '*');
