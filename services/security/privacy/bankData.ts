/** Fields that say where money of others goes: keys, accounts, and the codes of bills, which have a key or an account in them. */
const FIELDS = new Set(['pix_keys', 'pixKeys', 'bank_accounts', 'bankAccounts', 'payment_code', 'paymentCode']);
/** Stands where a value was: the entry still says which field was changed. */
const LEFT_OUT = 'Dado bancário de terceiro: não vem neste arquivo';

const isNone = (value: unknown): boolean =>
  value === null || value === '' || value === '[]' || (Array.isArray(value) && value.length === 0);

const withoutValues = (told: unknown): unknown => {
  if (Array.isArray(told)) return told.map(withoutValues);
  if (typeof told !== 'object' || told === null) return told;
  return Object.fromEntries(
    Object.entries(told).map(([field, value]) => {
      if (!FIELDS.has(field)) return [field, withoutValues(value)];
      return [field, isNone(value) ? value : LEFT_OUT];
    }),
  );
};

/** The code of a bill has an entry of its own, with the whole of it before and after. */
const codes = (details: object): object =>
  Object.fromEntries(
    Object.entries(details).map(([field, value]) => [
      field,
      (field === 'before' || field === 'after') && !isNone(value) ? LEFT_OUT : value,
    ]),
  );

/** An entry of the history without bank data: those of partners are personal data of others, and no part of one's own. */
export const withoutBankData = <Line extends { action: string; details: unknown }>(line: Line): Line => {
  const { action, details } = line;
  if (typeof details !== 'object' || details === null) return line;
  return { ...line, details: withoutValues(action === 'paymentCode' ? codes(details) : details) };
};
