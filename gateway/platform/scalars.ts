import { GraphQLError, GraphQLScalarType, Kind } from 'graphql';
import { isIsoDate } from '#domain/calendar.ts';

/**
 * An invalid value for a scalar, with a Portuguese message. Without a code: graphql-js adds the variable or argument, and
 * Apollo the code of a client error.
 */
export class ScalarProblem extends GraphQLError {}

/**
 * Creates a scalar that travels as text. Validates input only: validating each value of wide rows in the output costs
 * more than the joins (stack.md).
 */
const textScalar = (name: string, description: string, accepts: (text: string) => boolean, message: string) => {
  const parse = (value: unknown): string => {
    if (typeof value !== 'string' || !accepts(value)) throw new ScalarProblem(message);
    return value;
  };
  return new GraphQLScalarType<string, string>({
    name,
    description,
    serialize: (value) => (typeof value === 'string' ? value : String(value)),
    parseValue: parse,
    parseLiteral: (node) => parse(node.kind === Kind.STRING ? node.value : undefined),
  });
};

const DECIMAL = /^-?\d{1,13}(\.\d{1,10})?$/;
const INSTANT = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/;

/** True for a valid calendar day (year 1 or later) and clock time. */
const isInstant = (text: string): boolean => isIsoDate(INSTANT.exec(text)?.[1]);

export const scalars = {
  Decimal: textScalar(
    'Decimal',
    'Decimal number as text, e.g. "1234.50"; never a Float.',
    (text) => DECIMAL.test(text),
    'Informe um número decimal como texto, por exemplo "1234.50".',
  ),
  Date: textScalar(
    'Date',
    'Calendar day YYYY-MM-DD, without a time zone.',
    isIsoDate,
    'Informe uma data como "2026-11-20".',
  ),
  DateTime: textScalar(
    'DateTime',
    'Instant, ISO 8601 in UTC.',
    isInstant,
    'Informe um instante como "2026-11-20T12:00:00Z".',
  ),
};
