/** Makes `defaultRequest` out of the file that a Prebid Server (Go) host names. */
import type { JointRule } from '../rule.ts';

/** The rule of `default_request`: Gavel has the default request in its own configuration. */
export const defaultRequestRule: JointRule = {
  within: 'default_request',
  from: ['type', 'file.name', 'alias_info'],
  to: ['defaultRequest'],
  join: ({ textAt, around, put, tell }) => {
    const name = textAt('file.name');
    if (textAt('type').toLowerCase() !== 'file' || name === '') return;
    const json = around.textOf(name);
    if (json === undefined)
      return tell('file.name', 'names a file that cannot be read here: set defaultRequest to its content');
    try {
      JSON.parse(json);
    } catch {
      return tell('file.name', 'names a file that is not JSON: set defaultRequest to what it should say');
    }
    put('defaultRequest', json.replaceAll(/^\s+|\s*\n\s*/gm, ''));
  },
};
