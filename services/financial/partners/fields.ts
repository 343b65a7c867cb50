import { isCep, isPhone } from '#domain/masks.ts';
import { isState } from '#domain/states.ts';
import { isTaxId, normalizeTaxId } from '#domain/taxId.ts';
import { normalizeSpaces, onlyDigits } from '#domain/text.ts';
import type { PartnerBody } from '#schema/financial/partners.rest.ts';
import { invalid } from '../../platform/errors.ts';
import { blankAsNull } from '../../platform/text.ts';

/** A field that has a form of its own: what is accepted, how it is kept, and what to say when it is not accepted. */
interface Form {
  accepts(text: string): boolean;
  keep(text: string): string;
  message: string;
}

const isEmail = (text: string) => /^[^\s@,;<>()]+@[^\s@,;<>()]+\.[^\s@,;<>().]{2,}$/.test(text);

/** Kept without mask, so that what is typed with and without one is the same (domain.md §1). */
const forms = {
  taxId: { accepts: isTaxId, keep: normalizeTaxId, message: 'Informe um CPF ou CNPJ válido.' },
  email: { accepts: isEmail, keep: (text) => text, message: 'Informe um e-mail válido.' },
  phone: {
    accepts: isPhone,
    keep: onlyDigits,
    message: 'Informe um telefone válido com DDD, como (11) 98765-4321.',
  },
  postalCode: { accepts: isCep, keep: onlyDigits, message: 'Informe um CEP válido, como 01310-100.' },
  state: {
    accepts: (text) => isState(text.toUpperCase()),
    keep: (text) => text.toUpperCase(),
    message: 'Informe a sigla de um estado, como SP.',
  },
} satisfies Record<string, Form>;

/**
 * A body as columns: empty text is null (§3), what it does not speak of stays undefined.
 * @throws ServiceError 400 that names every field without its form
 */
export const partnerColumns = (body: PartnerBody) => {
  const names = Object.keys(forms) as (keyof typeof forms)[];
  const wrong = names.filter((name) => {
    const text = blankAsNull(body[name]);
    return text && !forms[name].accepts(text);
  });
  if (wrong.length > 0) throw invalid(wrong.map((path) => ({ path, message: forms[path].message })));

  const kept = (name: keyof typeof forms) => {
    const text = blankAsNull(body[name]);
    return text ? forms[name].keep(text) : text;
  };
  return {
    type: body.type,
    name: normalizeSpaces(body.name),
    trade_name: blankAsNull(body.tradeName),
    tax_id: kept('taxId'),
    email: kept('email'),
    phone: kept('phone'),
    postal_code: kept('postalCode'),
    street: blankAsNull(body.street),
    street_number: blankAsNull(body.streetNumber),
    complement: blankAsNull(body.complement),
    district: blankAsNull(body.district),
    city: blankAsNull(body.city),
    state: kept('state'),
    notes: blankAsNull(body.notes),
    active: body.active,
  };
};
