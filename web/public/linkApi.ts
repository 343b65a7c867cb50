import {
  CHANGE_PASSWORD_FAILED,
  CONFIRM_CODE_FAILED,
  CREATE_PASSWORD_FAILED,
  LEGAL_RESTRICTION,
  NO_CONNECTION,
} from '#domain/messages.ts';
import { isRecord, isText } from '#web/client/storage.ts';

/** Result of a call: its data, or the sentence to show and the invalid field. */
export type Outcome<Data> = { data: Data; message: string | null } | { problem: string; field: string | null };

const fieldOf = (body: Record<string, unknown>): { path: string; message: string } | null => {
  const first: unknown = Array.isArray(body.fields) ? body.fields[0] : undefined;
  return isRecord(first) && isText(first.path) && isText(first.message)
    ? { path: first.path, message: first.message }
    : null;
};

/**
 * Calls a service without a token, by fetch instead of Apollo, to keep these pages light.
 * @param failure text of §8 for a failure without its own sentence.
 */
export const callOpenly = async (path: string, init: RequestInit, failure: string): Promise<Outcome<unknown>> => {
  const response = await fetch(`/api/v1/${path}`, init).catch(() => null);
  if (!response) return { problem: NO_CONNECTION, field: null };
  if (response.status === 451) return { problem: LEGAL_RESTRICTION, field: null };
  const answer: unknown = await response.json().catch(() => null);
  const body = isRecord(answer) ? answer : {};
  const message = isText(body.message) && body.message !== '' ? body.message : null;
  if (response.ok) return { data: body.data, message };
  const field = fieldOf(body);
  return { problem: field?.message ?? message ?? failure, field: field?.path ?? null };
};

const call = (address: string, init: RequestInit, failure: string) => callOpenly(`security/${address}`, init, failure);

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

/** Returns the owner of a link. */
export const confirmLink = (purpose: LinkPurpose, token: string) => confirm(`${purpose}/confirm`, token, isOwner);

export interface UserConfirmation extends LinkOwner {
  /**
   * NEW_PASSWORD opens a new account; CHOSEN_PASSWORD asks for the one chosen at registration; NO_PASSWORD confirms a
   * login.
   */
  asks: 'NEW_PASSWORD' | 'CHOSEN_PASSWORD' | 'NO_PASSWORD';
}

const isConfirmation = (value: unknown): value is UserConfirmation => isOwner(value) && 'asks' in value;

/** Returns the owner of an address and what is asked for; changes nothing. */
export const findConfirmation = (token: string) => confirm('user/confirm', token, isConfirmation);

/** Confirms the address, with `password` opens the new account; the link is then used up. */
export const confirmUser = (token: string, password?: string) =>
  call('user/confirm', json({ token, ...(password !== undefined && { password }) }), CONFIRM_CODE_FAILED);

export const changePassword = (purpose: LinkPurpose, token: string, password: string) =>
  call(
    `${purpose}/change`,
    json({ token, password }),
    purpose === 'first-password' ? CREATE_PASSWORD_FAILED : CHANGE_PASSWORD_FAILED,
  );

/** Requests the mail for a forgotten password. */
export const requestRecovery = (email: string) =>
  call(
    'recover-password',
    { method: 'POST', headers: { 'content-type': 'text/plain' }, body: email },
    CHANGE_PASSWORD_FAILED,
  );

/** Returns the token, the last segment of the page's path. */
export const tokenOfAddress = (): string => window.location.pathname.replace(/\/+$/, '').split('/').at(-1) ?? '';
