import { normalizeEmail } from '#domain/email.ts';
import { CONFIRM_CODE_FAILED, REGISTER_ACCOUNT_FAILED } from '#domain/messages.ts';
import { isRecord, isText } from '#web/client/storage.ts';
import { callOpenly, type Outcome } from '#web/public/linkApi.ts';
import { formOf, type Kept, type Logo } from './kept.ts';
import { isBlank, stepAt, steps, type Form } from './model.ts';

const json = (body: object): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

/** The bytes of a data: address; the content security policy lets nothing fetch one. */
const bytesOf = (address: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(address.slice(address.indexOf(',') + 1)), (one) => one.charCodeAt(0));

const multipart = (body: object, logo: Logo): RequestInit => {
  const form = new FormData();
  form.set('account', new Blob([JSON.stringify(body)], { type: 'application/json' }));
  form.set('logo', new Blob([bytesOf(logo.picture)], { type: 'image/png' }), 'logo.png');
  return { method: 'POST', body: form };
};

/** Body of POST accounts (§7). */
const accountOf = ({ form, skipped, demonstration, draft }: Kept, password: string, wallet: object | null) => {
  const withBuilding = !skipped.building && !isBlank(form.buildingName);
  const withCustomer = withBuilding && form.ofCustomer && !isBlank(form.customerName);
  return {
    user: { name: form.name, login: normalizeEmail(form.login), password },
    company: { name: form.companyName, taxId: form.companyTaxId || null },
    customerAssociate: withCustomer ? { name: form.customerName, taxId: form.customerTaxId || null } : null,
    building: withBuilding ? { name: form.buildingName } : null,
    wallet: skipped.wallet ? null : wallet,
    demonstration,
    ...(draft === null ? {} : { draft }),
  };
};

/** Asks for the account; the service mails the link that opens it. */
export const openAccount = (kept: Kept, password: string, wallet: object | null): Promise<Outcome<unknown>> => {
  const body = accountOf(kept, password, wallet);
  const init = kept.logo ? multipart(body, kept.logo) : json(body);
  return callOpenly('security/accounts', init, REGISTER_ACCOUNT_FAILED);
};

/** Has the link mailed that continues this sign-up on any device. */
export const putOff = ({ form, step, demonstration }: Kept): Promise<Outcome<unknown>> =>
  callOpenly(
    'security/account-drafts',
    json({ ...form, login: normalizeEmail(form.login), step: stepAt(step).name, demonstration }),
    REGISTER_ACCOUNT_FAILED,
  );

export interface DraftOwner {
  login: string;
  name: string;
  company: string;
}

export const findDraft = async (token: string): Promise<Outcome<DraftOwner>> => {
  const address = `security/account-drafts?validation_token=${encodeURIComponent(token)}`;
  const outcome = await callOpenly(address, {}, CONFIRM_CODE_FAILED);
  if ('problem' in outcome) return outcome;
  const { data } = outcome;
  return isRecord(data) && isText(data.login) && isText(data.name) && isText(data.company)
    ? { data: { login: data.login, name: data.name, company: data.company }, message: null }
    : { problem: CONFIRM_CODE_FAILED, field: null };
};

export const takeDraft = async (
  token: string,
): Promise<Outcome<{ form: Form; step: number; demonstration: boolean }>> => {
  const outcome = await callOpenly('security/account-drafts/resume', json({ token }), CONFIRM_CODE_FAILED);
  if ('problem' in outcome) return outcome;
  const { data } = outcome;
  const step = isRecord(data) ? steps.findIndex(({ name }) => name === data.step) : -1;
  return step < 0
    ? { problem: CONFIRM_CODE_FAILED, field: null }
    : {
        data: { form: formOf(data), step, demonstration: isRecord(data) && data.demonstration === true },
        message: null,
      };
};
