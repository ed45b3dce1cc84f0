/** Finds the route of a request: exact paths first, then those ending in one free segment. */
import type { Route } from './exchange.ts';

/** The routes at one path. */
export interface Place {
  readonly routes: readonly Route[];
  /** By the method in lower case; `head` leads to the GET route. */
  readonly byMethod: ReadonlyMap<string, Route>;
  /** Value of the `Allow` header. */
  readonly allow: string;
}

/** A place, and the decoded free last segment ('' on an exact path). */
export interface Found {
  readonly place: Place;
  readonly parameter: string;
}

/** All routes of a server. Throws an Error for two routes with the same method and path, and for a malformed path. */
export class RouteTable {
  readonly #exact = new Map<string, Found>();
  /** By the path up to and including its last slash. */
  readonly #free = new Map<string, Place>();

  constructor(routes: readonly Route[]) {
    for (const [path, list] of Map.groupBy(routes, (route) => route.path)) {
      const place = makePlace(path, list);
      const slash = path.lastIndexOf('/') + 1;
      if (path[slash] === ':') this.#free.set(path.slice(0, slash), place);
      else this.#exact.set(path, { place, parameter: '' });
    }
  }

  /**
   * The place of a percent-encoded path. Doubled and trailing slashes are ignored, as in A and B. Undefined if there is none, or if its
   * free segment is empty or wrongly encoded.
   */
  find(path: string): Found | undefined {
    return this.#find(path) ?? this.#find(withoutSpareSlashes(path));
  }

  #find(path: string): Found | undefined {
    const exact = this.#exact.get(path);
    if (exact) return exact;
    const slash = path.lastIndexOf('/') + 1;
    const place = this.#free.get(path.slice(0, slash));
    const parameter = place && decode(path.slice(slash));
    return place && parameter ? { place, parameter } : undefined;
  }

  /** The route path that equals `path` except for upper case; undefined for none. */
  near(path: string): string | undefined {
    const plain = withoutSpareSlashes(path).toLowerCase();
    return this.#exact.has(plain) ? plain : undefined;
  }
}

function withoutSpareSlashes(path: string): string {
  return path.replaceAll(/\/+/g, '/').replace(/(?<=.)\/$/, '');
}

function makePlace(path: string, routes: readonly Route[]): Place {
  if (!/^\/(?:[^:?#]*\/)?(?:[^:?#]*|:\w+)$/.test(path))
    throw new Error(`The route path ${path} is malformed: use /a/b or /a/:name`);
  const byMethod = new Map<string, Route>();
  for (const route of routes) {
    const method = route.method.toLowerCase();
    if (byMethod.has(method)) throw new Error(`Two routes answer ${route.method} ${path}: keep one`);
    byMethod.set(method, route);
  }
  const get = byMethod.get('get');
  if (get) byMethod.set('head', get);
  return { routes, byMethod, allow: [...byMethod.keys()].map((method) => method.toUpperCase()).join(', ') };
}

function decode(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
