import { DEFAULT_FAILURE, LEGAL_RESTRICTION, NO_CONNECTION } from '#domain/messages.ts';
import { isRecord, isText } from '#web/client/storage.ts';
import { saveToken } from '#web/client/token.ts';
import type { LoginMutation } from '#web/generated/security.ts';
import query from './login.graphql?raw';

interface Answer {
  data?: LoginMutation | null;
  errors?: readonly { message: string }[];
}

const isAnswer = (body: unknown): body is Answer => isRecord(body) && ('data' in body || 'errors' in body);

const post = async (variables: { login: string; password: string }): Promise<Response | null> => {
  const body = JSON.stringify({ operationName: 'Login', query, variables });
  const headers = { 'content-type': 'application/json', accept: 'application/graphql-response+json, application/json' };
  return fetch('/graphql', { method: 'POST', headers, body }).catch(() => null);
};

/**
 * Logs in and stores the token. Uses fetch instead of Apollo, to keep the login page light; the application creates its
 * own client.
 * @returns null on success, else the sentence to show.
 */
export const logIn = async (login: string, password: string): Promise<string | null> => {
  if (login === '' || password === '') return 'Informe o login e a senha.';
  const response = await post({ login, password });
  if (!response) return NO_CONNECTION;
  if (response.status === 451) return LEGAL_RESTRICTION;
  const body: unknown = await response.json().catch(() => null);
  const answer = isAnswer(body) ? body : null;
  const token = answer?.data?.login;
  if (!token) {
    const message = answer?.errors?.[0]?.message;
    return isText(message) && message !== '' ? message : DEFAULT_FAILURE;
  }
  saveToken({
    user: login.toLowerCase(),
    type: token.tokenType,
    token: token.accessToken,
    expires: token.expiresIn,
    initialDate: new Date().toISOString(),
  });
  return null;
};
