/** Makes `defaultRequest` out of the file that a Prebid Server (Go) host names. */
import type { JointRule, JointTurn } from '../rule.ts';

/** The rule of `default_request`: Gavel has the default request in its own configuration. */
export const defaultRequestRule: JointRule = {
  within: 'default_request',
  from: ['type', 'file.name', 'alias_info'],
  to: ['defaultRequest'],
  join: (turn) => {
    const { textAt, around, put, tell } = turn;
    const name = textAt('file.name');
    if (textAt('type').toLowerCase() !== 'file' || name === '') return;
    const json = around.textOf(name);
    if (json === undefined)
      tell('file.name', 'names a file that cannot be read here: set defaultRequest to its content');
    else putJson(turn, json, (compact) => put('defaultRequest', compact));
  },
};

/** Puts the JSON without its line breaks, or notes that it is none. */
function putJson({ tell }: JointTurn, json: string, put: (compact: string) => void): void {
  try {
    JSON.parse(json);
    put(json.replaceAll(/^\s+|\s*\n\s*/gm, ''));
  } catch {
    tell('file.name', 'names a file that is not JSON: set defaultRequest to what it should say');
  }
}
