/** Makes `defaultRequest` out of what Prebid Server Java merges under requests: a file, and the currency of its ad server. */
import { parsedJson } from '../../openrtb/parsed-json.ts';
import { isObject } from '../../openrtb/json-object.ts';
import type { JointRule, JointTurn } from '../rule.ts';

const file = 'default-request.file.path';
const currency = 'auction.ad-server-currency';

/** Without `cur`, a request is in dollars on both servers. */
const usual = 'USD';

/** The rule of the file and the currency. */
export const defaultRequestRule: JointRule = {
  within: '',
  from: [file, currency],
  to: ['defaultRequest'],
  join: (turn) => {
    const stated = turn.stated(currency)?.text.trim().toUpperCase() ?? usual;
    const request = { ...(stated === usual ? {} : { cur: [stated] }), ...requestOf(turn) };
    if (Object.keys(request).length > 0) turn.put('defaultRequest', JSON.stringify(request));
  },
};

/** The request that the file holds. If it cannot be read, the reason is noted and the result is empty. */
function requestOf({ textAt, tell, around }: JointTurn): object {
  const name = textAt(file);
  if (name === '') return {};
  const text = around.textOf(name);
  const request = text === undefined ? undefined : parsedJson(text);
  if (!isObject(request)) {
    const fix =
      text === undefined
        ? 'cannot be read here: set defaultRequest to its content'
        : 'is not a JSON object: set defaultRequest to what it should say';
    tell(file, `names a file that ${fix}`);
    return {};
  }
  tell(
    file,
    'converted, but Gavel merges it under all requests, Prebid Server Java only under those that name stored data: check that all should have it',
  );
  return request;
}
