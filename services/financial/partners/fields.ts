import { readBankAccounts, type TypedBankAccount } from '#domain/financial/partners/bankAccounts.ts';
import { readPixKeys, type TypedPixKey } from '#domain/financial/partners/pixKeys.ts';
import { isCep, isPhone } from '#domain/masks.ts';
import { isState } from '#domain/states.ts';
import { isTaxId, normalizeTaxId } from '#domain/taxId.ts';
import { onlyDigits } from '#domain/text.ts';
import { choice, formed, listed, name, text } from '../../platform/register/fields.ts';

const isEmail = (value: string) => /^[^\s@,;<>()]+@[^\s@,;<>()]+\.[^\s@,;<>().]{2,}$/.test(value);

/** Stored without mask, so that values typed with and without one are equal (domain.md §1). */
export const partnerFields = {
  type: { ...choice, sortable: false },
  name,
  tradeName: { ...text, searched: true },
  taxId: {
    ...formed({ accepts: isTaxId, keep: normalizeTaxId, message: 'Informe um CPF ou CNPJ válido.' }),
    sortable: true,
  },
  email: {
    ...formed({ accepts: isEmail, keep: (value) => value, message: 'Informe um e-mail válido.' }),
    blind: true,
  },
  phone: formed({
    accepts: isPhone,
    keep: onlyDigits,
    message: 'Informe um telefone válido com DDD, como (11) 98765-4321.',
  }),
  postalCode: formed({ accepts: isCep, keep: onlyDigits, message: 'Informe um CEP válido, como 01310-100.' }),
  street: text,
  streetNumber: text,
  complement: text,
  district: text,
  city: { ...text, sortable: true },
  state: {
    ...formed({
      accepts: (value) => isState(value.toUpperCase()),
      keep: (value) => value.toUpperCase(),
      message: 'Informe a sigla de um estado, como SP.',
    }),
    blind: true,
  },
  notes: text,
  pixKeys: listed((typed: readonly TypedPixKey[]) => {
    const { keys, problems } = readPixKeys(typed);
    return { kept: keys, problems };
  }),
  bankAccounts: listed((typed: readonly TypedBankAccount[]) => {
    const { accounts, problems } = readBankAccounts(typed);
    return { kept: accounts, problems };
  }),
};
