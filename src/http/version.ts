/** `GET /version`: the build that is running (interface, 'Endpoints'). */
import { json, noStore, type Route } from './exchange.ts';

/** A build: its version from package.json, and its commit ('' when unknown). */
export interface Build {
  readonly version: string;
  readonly revision: string;
}

/** Answers `{"version", "revision"}`, serialised once. */
export function versionRoute({ version, revision }: Build): Route {
  const body = JSON.stringify({ version, revision });
  return {
    method: 'GET',
    path: '/version',
    cors: 'none',
    body: false,
    handle: (exchange) => exchange.answer(200, [json, noStore], body),
  };
}
