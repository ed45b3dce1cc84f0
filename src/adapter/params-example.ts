/** Decides which params an example shows: those a schema requires, with values that fit their types. */
import type { TSchema } from 'typebox';
import type { Shape } from './params.ts';

/** Params with every required member; of several alternatives, those of the first. */
export function exampleParams(schema: TSchema): unknown {
  return example({ type: 'object', ...(schema as Shape) });
}

function example(shape: Shape): unknown {
  if (shape.enum !== undefined) return shape.enum[0];
  if (shape.const !== undefined) return shape.const;
  if (shape.type === undefined && shape.anyOf !== undefined) return example(shape.anyOf[0]!);
  switch ([shape.type ?? 'object'].flat()[0]) {
    case 'object':
      return Object.fromEntries(
        requiredOf(shape).map((name) => [name, example(shape.properties?.[name] ?? { type: 'string' })]),
      );
    case 'array':
      return shape.items === undefined ? [] : [example(shape.items)];
    case 'integer':
    case 'number':
      return Math.max(1, shape.minimum ?? 1);
    case 'boolean':
      return true;
    default:
      return exampleText(shape);
  }
}

function requiredOf(shape: Shape): string[] {
  const alternatives = [...(shape.oneOf ?? []), ...(shape.anyOf ?? [])];
  const first = alternatives[0] === undefined ? [] : requiredOf(alternatives[0]);
  return [...new Set([...(shape.required ?? []), ...first])];
}

function exampleText({ format, pattern, minLength = 0, maxLength }: Shape): string {
  if (format === 'uuid') return '6d93f2a0-e5f0-4fe2-8c3a-6e9e3ade964b';
  if (format === 'hostname') return 'ads.example.com';
  const text = pattern !== undefined && /\\d|0-9/.test(pattern) ? '12345' : 'example';
  return text.padEnd(minLength, '0').slice(0, maxLength);
}
