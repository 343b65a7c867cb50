import {
  CHANGE_PASSWORD_FAILED,
  CONFIRM_CODE_FAILED,
  CREATE_PASSWORD_FAILED,
  LEGAL_RESTRICTION,
  NO_CONNECTION,
  REGISTER_ACCOUNT_FAILED,
} from '#domain/messages.ts';
import { isRecord, isText } from '#web/client/storage.ts';

/** What a call of these pages came to: its data, or the sentence to show and the field at fault. */
export type Outcome<Data> = { data: Data; message: string | null } | { problem: string; field: string | null };

const fieldOf = (body: Record<string, unknown>): { path: string; message: string } | null => {
  const first: unknown = Array.isArray(body.fields) ? body.fields[0] : undefined;
  return isRecord(first) && isText(first.path) && isText(first.message)
    ? { path: first.path, message: first.message }
    : null;
};

/**
 * Calls a service that needs no login, by REST and without Apollo: these pages stay light.
 * @param failure text of §8 for a failure without a sentence of its own.
 */
const call = async (address: string, init: RequestInit, failure: string): Promise<Outcome<unknown>> => {
  const response = await fetch(`/api/v1/security/${address}`, init).catch(() => null);
  if (!response) return { problem: NO_CONNECTION, field: null };
  if (response.status === 451) return { problem: LEGAL_RESTRICTION, field: null };
  const answer: unknown = await response.json().catch(() => null);
  const body = isRecord(answer) ? answer : {};
  const message = isText(body.message) && body.message !== '' ? body.message : null;
  if (response.ok) return { data: body.data, message };
  const field = fieldOf(body);
  return { problem: field?.message ?? message ?? failure, field: field?.path ?? null };
};

const json = (body: object): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

export type LinkPurpose = 'first-password' | 'recover-password';

export interface LinkOwner {
  login: string;
  name: string;
  /** Name of the account. */
  company: string;
}

const isOwner = (value: unknown): value is LinkOwner =>
  isRecord(value) && isText(value.login) && isText(value.name) && isText(value.company);

const confirm = async <Owner extends LinkOwner>(
  path: string,
  token: string,
  isAnswer: (value: unknown) => value is Owner,
): Promise<Outcome<Owner>> => {
  const outcome = await call(`${path}?validation_token=${encodeURIComponent(token)}`, {}, CONFIRM_CODE_FAILED);
  if ('problem' in outcome) return outcome;
  return isAnswer(outcome.data)
    ? { data: outcome.data, message: outcome.message }
    : { problem: CONFIRM_CODE_FAILED, field: null };
};

/** Whose link it is. */
export const confirmLink = (purpose: LinkPurpose, token: string) => confirm(`${purpose}/confirm`, token, isOwner);

export interface UserConfirmation extends LinkOwner {
  /** A password that opens a new account, the one that was chosen when it was asked for, or none: a login is confirmed. */
  asks: 'NEW_PASSWORD' | 'CHOSEN_PASSWORD' | 'NO_PASSWORD';
}

const isConfirmation = (value: unknown): value is UserConfirmation => isOwner(value) && 'asks' in value;

/** Whose address it is, and what is asked for; nothing changes by asking. */
export const findConfirmation = (token: string) => confirm('user/confirm', token, isConfirmation);

/** Confirms the address, and opens a new account under this password; the link is used up. */
export const confirmUser = (token: string, password?: string) =>
  call('user/confirm', json({ token, ...(password !== undefined && { password }) }), CONFIRM_CODE_FAILED);

/** Asks for a new account; a mail brings the link that opens it. */
export const openAccount = (account: object) => call('accounts', json(account), REGISTER_ACCOUNT_FAILED);

export const changePassword = (purpose: LinkPurpose, token: string, password: string) =>
  call(
    `${purpose}/change`,
    json({ token, password }),
    purpose === 'first-password' ? CREATE_PASSWORD_FAILED : CHANGE_PASSWORD_FAILED,
  );

/** Asks for the mail of a forgotten password. */
export const requestRecovery = (email: string) =>
  call(
    'recover-password',
    { method: 'POST', headers: { 'content-type': 'text/plain' }, body: email },
    CHANGE_PASSWORD_FAILED,
  );

/** The last part of the page's address. */
export const tokenOfAddress = (): string => window.location.pathname.replace(/\/+$/, '').split('/').at(-1) ?? '';
