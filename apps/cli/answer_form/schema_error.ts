/** A schema that cannot be used. */
export class SchemaError extends Error {}
