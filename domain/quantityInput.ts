const INTEGER = /^(\d{1,13}|[1-9]\d{0,2}(\.\d{3}){1,4})$/;

/**
 * Parses a quantity, a factor or a unit price as users type it: "1.234,5678", "0,35", "36.8" ("1.234" is thousands).
 * @returns decimal text, or null for unknown text and for more places than are allowed.
 */
export function parseQuantity(text: unknown, places = 4): string | null {
  if (typeof text !== 'string') return null;
  const compact = text.replace(/R\$/gi, '').trim();
  const [integer = '', fraction, more] =
    compact.includes(',') || INTEGER.test(compact) ? compact.split(',') : compact.split('.');
  if (more !== undefined || !INTEGER.test(integer || '0') || (integer === '' && !fraction)) return null;
  if (fraction !== undefined && (!/^\d*$/.test(fraction) || fraction.length > places)) return null;
  const whole = (integer || '0').replaceAll('.', '').replace(/^0+(?=\d)/, '');
  return fraction ? `${whole}.${fraction}` : whole;
}
