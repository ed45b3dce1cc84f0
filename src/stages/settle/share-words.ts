/** Decides what each analytics module sees of `ext.<namespace>.analytics`: only its own entry (implementations A 9, B 11). */
import { isObject, own, without, type JsonObject } from '../../openrtb/json-object.ts';

/** A request as some modules see it. */
interface ModulesView {
  readonly modules: readonly string[];
  readonly request: JsonObject;
}

/** The request as each of `modules` sees it; one view for all where it says nothing to modules. */
export function shareWords(request: JsonObject, namespace: string, modules: readonly string[]): ModulesView[] {
  const { ext } = request;
  const svc = isObject(ext) ? own(ext, namespace) : undefined;
  if (!isObject(ext) || !isObject(svc) || svc['analytics'] === undefined) return [{ modules, request }];
  const rest = without(svc, ['analytics']);
  const words = isObject(svc['analytics']) ? svc['analytics'] : {};
  return modules.map((name) => {
    const word = own(words, name);
    const seen = word === undefined ? rest : { ...rest, analytics: { [name]: word } };
    return { modules: [name], request: { ...request, ext: { ...ext, [namespace]: seen } } };
  });
}
