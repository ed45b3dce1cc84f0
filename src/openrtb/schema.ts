/**
 * The building blocks of every OpenRTB declaration: one TypeBox schema gives the static type, the compiled check and the repair. Objects
 * are open (unknown fields pass unchanged) and every field is optional: validation checks presence.
 */
import { Type, type Static, type TProperties, type TSchema } from 'typebox';

/** The contents of an `ext` object: anything, by name. */
export interface Ext {
  [key: string]: unknown;
}

/** The fields `P` as a static type: all optional. */
type Fields<P extends TProperties> = { [K in keyof P]?: Static<P[K]> };

/** Any object. */
export const AnyObject = Type.Unsafe<Ext>(Type.Object({}));

/** A list of strings. */
export const Strings = Type.Array(Type.String());

/** A list of names in which null names nobody: clients send it in place of a bidder that they do not have. */
export const NamesOrNull = Type.Array(Type.Union([Type.String(), Type.Null()]));

/** A list of integers. */
export const Integers = Type.Array(Type.Integer());

/** An object whose named fields are checked when present; all others pass unchanged. */
export function fields<P extends TProperties>(properties: P) {
  return Type.Unsafe<Fields<P>>(Type.Partial(Type.Object(properties)));
}

/** An `ext` object: some fields known and checked, the rest `unknown`. */
export function extFields<P extends TProperties>(properties: P) {
  return Type.Unsafe<Fields<P> & Ext>(Type.Partial(Type.Object(properties)));
}

/** A map from any name to values of one schema. Read it with `Object.hasOwn` or `Object.entries`: the names are untrusted. */
export function mapOf<S extends TSchema>(values: S) {
  return Type.Unsafe<Record<string, Static<S>>>(Type.Object({}, { additionalProperties: values }));
}

/**
 * Marks a schema whose faults cost only the value itself: a bad entry (of a list) or the whole value (of anything else) is dropped with a
 * warning of this code instead of a fault (decisions, 'Wrong fields').
 */
export function forgiving<S extends TSchema>(schema: S, code: number): S {
  return Object.assign({}, schema, { forgivenAs: code });
}

/**
 * Marks the schema of a merge patch (RFC 7396): null removes a member of what the patch is merged over, so it is kept, at any depth outside
 * arrays. The static type does not show this.
 */
export function patchOf<S extends TSchema>(schema: S): S {
  return Object.assign({}, schema, { isPatch: true });
}
