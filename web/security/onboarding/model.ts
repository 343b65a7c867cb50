import { maskTaxId } from '#domain/masks.ts';
import { isEmail, normalizeEmail } from '#domain/email.ts';
import { isCnpj, isTaxId } from '#domain/taxId.ts';

/**
 * Values of a new account (§3: user, company, customerAssociate). The user chooses the password after following the
 * link in the mail, which proves the address.
 */
export interface AccountForm {
  name: string;
  login: string;
  companyName: string;
  companyTaxId: string;
  customerName: string;
  customerTaxId: string;
}

export const emptyForm: AccountForm = {
  name: '',
  login: '',
  companyName: '',
  companyTaxId: '',
  customerName: '',
  customerTaxId: '',
};

export type Problems = Partial<Record<keyof AccountForm, string>>;

export interface Step {
  path: string;
  title: string;
  text: string;
  fields: readonly (keyof AccountForm)[];
  problemsOf: (form: AccountForm) => Problems;
}

const blank = (text: string): boolean => text.trim() === '';

const defined = (problems: Record<string, string | false | null>): Problems =>
  Object.fromEntries(Object.entries(problems).filter(([, text]) => text));

/** The steps of §2, each with its own address. */
export const steps: readonly [Step, ...Step[]] = [
  {
    path: '/onboarding/new-user',
    title: 'Crie a sua conta',
    text: 'Você administra a conta, e depois convida quem trabalha com você. A senha você escolhe pelo link que enviamos.',
    fields: ['name', 'login'],
    problemsOf: ({ name, login }) =>
      defined({
        name: blank(name) && 'Informe o seu nome.',
        login: !isEmail(normalizeEmail(login)) && 'Informe um e-mail válido.',
      }),
  },
  {
    path: '/onboarding/new-company',
    title: 'A sua empresa',
    text: 'Obras, carteiras e lançamentos pertencem a uma empresa. Você pode cadastrar outras depois.',
    fields: ['companyName', 'companyTaxId'],
    problemsOf: ({ companyName, companyTaxId }) =>
      defined({
        companyName: blank(companyName) && 'Informe o nome da empresa.',
        companyTaxId: !blank(companyTaxId) && !isCnpj(companyTaxId) && 'Informe um CNPJ válido.',
      }),
  },
  {
    path: '/onboarding/customer-associate',
    title: 'O seu primeiro cliente',
    text: 'Se já há para quem construir, cadastre agora. Sem nome, seguimos sem cliente.',
    fields: ['customerName', 'customerTaxId'],
    problemsOf: ({ customerName, customerTaxId }) =>
      defined({
        customerName: blank(customerName) && !blank(customerTaxId) && 'Informe o nome do cliente.',
        customerTaxId: !blank(customerTaxId) && !isTaxId(customerTaxId) && 'Informe um CPF ou CNPJ válido.',
      }),
  },
];

/** Returns the body of POST accounts (§7). */
export const accountOf = (form: AccountForm) => ({
  user: { name: form.name, login: normalizeEmail(form.login) },
  company: { name: form.companyName, taxId: form.companyTaxId || null },
  customerAssociate: blank(form.customerName) ? null : { name: form.customerName, taxId: form.customerTaxId || null },
});

/** Returns the form's field for a path of the body. */
export const fieldAt = (path: string | null): keyof AccountForm | undefined =>
  (
    ({
      'user.name': 'name',
      'user.login': 'login',
      'company.name': 'companyName',
      'company.taxId': 'companyTaxId',
      'customerAssociate.name': 'customerName',
      'customerAssociate.taxId': 'customerTaxId',
    }) as const
  )[path ?? ''];

export const masked = (field: keyof AccountForm, text: string): string =>
  field === 'companyTaxId' || field === 'customerTaxId' ? maskTaxId(text) : text;
