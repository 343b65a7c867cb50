import { isEmail, normalizeEmail } from '#domain/email.ts';
import { maskTaxId } from '#domain/masks.ts';
import { isCnpj, isTaxId, normalizeTaxId } from '#domain/taxId.ts';

/** What is typed, as it is typed; the password is apart, since it is kept nowhere. */
export interface Form {
  name: string;
  login: string;
  companyName: string;
  companyTaxId: string;
  buildingName: string;
  ofCustomer: boolean;
  customerName: string;
  customerTaxId: string;
  /** Code of the bank; '' for none. */
  bank: string;
  walletName: string;
  walletDescription: string;
  initialBalance: string;
  balanceDate: string;
}

/** Longest text of each field, as the services take it. */
export const LONGEST = {
  name: 120,
  login: 254,
  companyName: 120,
  companyTaxId: 20,
  buildingName: 120,
  customerName: 160,
  customerTaxId: 20,
  bank: 3,
  walletName: 60,
  walletDescription: 200,
  initialBalance: 40,
  balanceDate: 10,
} as const;

export type TextField = keyof typeof LONGEST;
export type Field = TextField | 'password';
export type Problems = Partial<Record<Field, string>>;

export const EMPTY: Form = {
  name: '',
  login: '',
  companyName: '',
  companyTaxId: '',
  buildingName: '',
  ofCustomer: false,
  customerName: '',
  customerTaxId: '',
  bank: '',
  walletName: '',
  walletDescription: '',
  initialBalance: '',
  balanceDate: '',
};

export type StepName = 'USER' | 'COMPANY' | 'BUILDING' | 'WALLET';

export interface Step {
  name: StepName;
  path: string;
  /** In the list at the left. */
  label: string;
  about: string;
  title: string;
  text: string;
  fields: readonly Field[];
  optional: boolean;
}

/** The address of the third step while it asks for the customer (§2). */
export const CUSTOMER_PATH = '/onboarding/customer-associate';

/** The steps of §2, each with its own address. */
export const steps: readonly [Step, Step, Step, Step] = [
  {
    name: 'USER',
    path: '/onboarding/new-user',
    label: 'Seu acesso',
    about: 'e-mail e senha',
    title: 'Crie a sua conta',
    text: 'Você administra a conta, e depois convida quem trabalha com você.',
    fields: ['name', 'login', 'password'],
    optional: false,
  },
  {
    name: 'COMPANY',
    path: '/onboarding/new-company',
    label: 'Empresa',
    about: 'CNPJ e nome',
    title: 'A sua empresa',
    text: 'Obras, carteiras e lançamentos pertencem a uma empresa.',
    fields: ['companyTaxId', 'companyName'],
    optional: false,
  },
  {
    name: 'BUILDING',
    path: '/onboarding/new-building',
    label: 'Obra',
    about: 'e o cliente, se houver',
    title: 'A primeira obra',
    text: 'Custos e receitas se dividem por obra. O orçamento e as etapas entram depois.',
    fields: ['buildingName', 'customerName', 'customerTaxId'],
    optional: true,
  },
  {
    name: 'WALLET',
    path: '/onboarding/banking-info',
    label: 'Carteira',
    about: 'banco ou caixinha',
    title: 'A primeira carteira',
    text: 'Uma conta de banco, um cartão ou a caixinha da obra.',
    fields: ['walletName', 'walletDescription', 'initialBalance', 'balanceDate'],
    optional: true,
  },
];

export const LAST = steps.length - 1;
export const stepAt = (index: number): Step => steps[Math.min(Math.max(index, 0), LAST)] ?? steps[0];

/** Index of the step that an address is of; null for none. */
export const indexOfPath = (path: string): number | null => {
  const wanted = path.replace(/\/+$/, '');
  if (wanted === CUSTOMER_PATH) return 2;
  const index = steps.findIndex((step) => step.path === wanted);
  return index < 0 ? null : index;
};

export const pathOf = (index: number, form: Form): string =>
  index === 2 && form.ofCustomer ? CUSTOMER_PATH : stepAt(index).path;

export const isBlank = (text: string): boolean => text.trim() === '';

const defined = (problems: Partial<Record<Field, string | false>>): Problems =>
  Object.fromEntries(Object.entries(problems).filter(([, text]) => text)) as Problems;

const CNPJ_WRONG = 'Este CNPJ não existe. Confira os números.';
const TAX_ID_WRONG = 'Este CPF ou CNPJ não existe. Confira os números.';

/** Problems of what the first three steps ask for; the password apart. */
export const problemsOf = (index: number, form: Form): Problems => {
  if (index === 0) {
    return defined({
      name: isBlank(form.name) && 'Informe o seu nome.',
      login: !isEmail(normalizeEmail(form.login)) && 'Informe um e-mail válido.',
    });
  }
  if (index === 1) {
    return defined({
      companyTaxId: !isBlank(form.companyTaxId) && !isCnpj(form.companyTaxId) && CNPJ_WRONG,
      companyName: isBlank(form.companyName) && 'Informe o nome da empresa.',
    });
  }
  if (index !== 2) return {};
  return defined({
    buildingName: isBlank(form.buildingName) && 'Informe o nome da obra, ou pule por agora.',
    customerName: form.ofCustomer && isBlank(form.customerName) && 'Informe o nome do cliente.',
    customerTaxId: form.ofCustomer && !isBlank(form.customerTaxId) && !isTaxId(form.customerTaxId) && TAX_ID_WRONG,
  });
};

/** What is said of a field while it is typed: right, wrong as soon as it is whole, or nothing yet. */
export type Notice = { tone: 'good' | 'bad'; text: string } | null;

export const noticeOfCnpj = (text: string): Notice => {
  const id = normalizeTaxId(text);
  if (id.length < 14) return null;
  if (!isCnpj(id)) return { tone: 'bad', text: CNPJ_WRONG };
  return { tone: 'good', text: `CNPJ válido, ${id.slice(8, 12) === '0001' ? 'matriz' : 'filial'}` };
};

export const noticeOfTaxId = (text: string): Notice => {
  const id = normalizeTaxId(text);
  if (id.length === 11 && isTaxId(id)) return { tone: 'good', text: 'CPF válido' };
  if (id.length === 14 && isTaxId(id)) return { tone: 'good', text: 'CNPJ válido' };
  return id.length === 11 || id.length >= 14 ? { tone: 'bad', text: TAX_ID_WRONG } : null;
};

export const noticeOfEmail = (text: string): Notice =>
  isEmail(normalizeEmail(text)) ? { tone: 'good', text: 'O link de ativação vai para este endereço.' } : null;

export const masked = (field: TextField, text: string): string => {
  const whole = field === 'companyTaxId' || field === 'customerTaxId' ? maskTaxId(text) : text;
  return whole.slice(0, LONGEST[field]);
};

/** Field for a path of the body of POST accounts (§7). */
export const fieldAt = (path: string | null): Field | undefined => {
  const fields: Readonly<Record<string, Field>> = {
    'user.name': 'name',
    'user.login': 'login',
    'user.password': 'password',
    'company.name': 'companyName',
    'company.taxId': 'companyTaxId',
    'customerAssociate.name': 'customerName',
    'customerAssociate.taxId': 'customerTaxId',
    'building.name': 'buildingName',
    'wallet.identifier': 'walletName',
    'wallet.description': 'walletDescription',
    'wallet.initialBalance': 'initialBalance',
    'wallet.balanceDate': 'balanceDate',
  };
  return fields[path ?? ''];
};

export const stepOf = (field: Field): number => steps.findIndex(({ fields }) => fields.includes(field));
