import { GraphQLError, GraphQLScalarType, Kind } from 'graphql';
import { isIsoDate } from '#domain/calendar.ts';

/**
 * Scalars travel as text. What the services answer goes out as it came: looking at every value of wide rows again
 * costs more than the joins (stack.md). What people send is checked.
 */
const textScalar = (name: string, description: string, accepts: (text: string) => boolean, message: string) => {
  // Without a code: GraphQL says at which variable or argument it happened, and Apollo that it is the asker's fault.
  const parse = (value: unknown): string => {
    if (typeof value !== 'string' || !accepts(value)) throw new GraphQLError(message);
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

/** A day of the calendar, which begins with year 1, and a time of the clock. */
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
