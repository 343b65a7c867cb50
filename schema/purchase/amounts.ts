import { Type } from 'typebox';
import { DECIMAL_FORMAT } from '../platform/shapes.ts';

const amount = (places: number, message: string) =>
  Type.String({
    format: DECIMAL_FORMAT,
    pattern: `^\\d{1,13}(\\.\\d{1,${places}}0*)?$`,
    description: `Decimal as text, zero or more, up to ${places} places`,
    'x-message': message,
  });

/** Money of orders and quotes as it is sent. */
export const Money = amount(2, 'Informe um valor maior ou igual a zero, com até 2 casas.');

/** Quantity or price of a line as it is sent. */
export const Quantity = amount(4, 'Informe um valor maior ou igual a zero, com até 4 casas.');

export const Percentage = Type.String({
  format: DECIMAL_FORMAT,
  pattern: '^(100(\\.0+)?|\\d{1,2}(\\.\\d{1,4}0*)?)$',
  description: 'Decimal as text, 0 to 100, up to 4 places',
  'x-message': 'Informe um percentual de 0 a 100, com até 4 casas.',
});
