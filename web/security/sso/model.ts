import { isRecord, isText } from '#web/client/storage.ts';
import type { Problems } from '#web/form/useForm.ts';
import type { OrganizationInput, SingleSignOnDetailsFragment } from '#web/generated/security.ts';

export type SingleSignOn = SingleSignOnDetailsFragment;
export type Organization = SingleSignOn['organizations'][number];

export interface OrganizationForm {
  name: string;
  domain: string;
  issuer: string;
  clientId: string;
  /** Empty: the stored one stays. */
  clientSecret: string;
  active: boolean;
}

export const KEPT_ORGANIZATION = 'sso.organization';

/** What was typed of an organization before the page was left; its secret is not kept. */
export interface KeptOrganization {
  /** Null: a new one. */
  id: string | null;
  form: OrganizationForm;
}

const isForm = (value: unknown): value is OrganizationForm =>
  isRecord(value) &&
  ['name', 'domain', 'issuer', 'clientId', 'clientSecret'].every((field) => isText(value[field])) &&
  typeof value.active === 'boolean';

export const isKeptOrganization = (value: unknown): value is KeptOrganization =>
  isRecord(value) && (value.id === null || isText(value.id)) && isForm(value.form);

export const formOf = (organization: Organization | null): OrganizationForm => ({
  name: organization?.name ?? '',
  domain: organization?.domain ?? '',
  issuer: organization?.issuer ?? '',
  clientId: organization?.clientId ?? '',
  clientSecret: '',
  active: organization?.active ?? true,
});

const REQUIRED: Readonly<Record<'name' | 'domain' | 'issuer' | 'clientId', string>> = {
  name: 'Informe o nome da organização',
  domain: 'Informe o domínio dos e-mails',
  issuer: 'Informe o endereço do emissor',
  clientId: 'Informe o ID do cliente',
};

export const problemsOf = (form: OrganizationForm): Problems =>
  Object.fromEntries(Object.entries(REQUIRED).filter(([field]) => form[field as keyof typeof REQUIRED].trim() === ''));

export const inputOf = ({ clientSecret, ...form }: OrganizationForm): OrganizationInput => ({
  ...form,
  ...(clientSecret !== '' && { clientSecret }),
});

/** Whether anybody may log in through an organization now. */
export const stateOf = ({ active, proven }: Organization) => {
  if (!active) return { label: 'Desativada', tone: 'neutral' } as const;
  return proven
    ? ({ label: 'Ativa', tone: 'in' } as const)
    : ({ label: 'Domínio a comprovar', tone: 'warning' } as const);
};
