import { DEFAULT_FAILURE, LEGAL_RESTRICTION, NO_CONNECTION } from '#domain/messages.ts';
import { isRecord, isText } from '#web/client/storage.ts';
import { saveToken } from '#web/client/token.ts';
import type { PasskeyRequest, SignedAssertion } from '#web/client/passkeys.ts';
import type { LoginMutation } from '#web/generated/security.ts';
import confirmQuery from './confirmSecondFactor.graphql?raw';
import loginQuery from './login.graphql?raw';

/** `login` is that of a passkey's owner, which nobody typed. */
type Payload = LoginMutation['login'] & { login?: string };

/** A login by the right password that waits for its second factor. */
export interface Challenge {
  challenge: string;
  methods: string[];
  /** What a passkey is asked to sign; null where the user has none. */
  passkey: PasskeyRequest | null;
}

/** Null on success, else the sentence to show or what is asked for next. */
export type Outcome = null | { problem: string } | Challenge;

interface Answer {
  data?: Record<string, unknown> | null;
  errors?: readonly { message: string; extensions?: Record<string, unknown> }[];
}

const isAnswer = (body: unknown): body is Answer => isRecord(body) && ('data' in body || 'errors' in body);

const isPayload = (value: unknown): value is Payload =>
  isRecord(value) && isText(value.accessToken) && isText(value.tokenType) && typeof value.expiresIn === 'number';

const post = async (operationName: string, query: string, variables: unknown): Promise<Response | null> => {
  const body = JSON.stringify({ operationName, query, variables });
  const headers = { 'content-type': 'application/json', accept: 'application/graphql-response+json, application/json' };
  return fetch('/graphql', { method: 'POST', headers, body }).catch(() => null);
};

const challengeOf = (extensions: Record<string, unknown> = {}): Challenge | null => {
  const { code, challenge, methods, passkey } = extensions;
  if (code !== 'SECOND_FACTOR_REQUIRED' || !isText(challenge)) return null;
  return {
    challenge,
    methods: Array.isArray(methods) ? methods.filter(isText) : [],
    passkey: isPasskeyRequest(passkey) ? passkey : null,
  };
};

export const isPasskeyRequest = (value: unknown): value is PasskeyRequest =>
  isRecord(value) && isText(value.challenge) && isText(value.rpId) && Array.isArray(value.credentials);

export const sentenceOf = ({ errors }: Answer): string => {
  const message = errors?.[0]?.message;
  return isText(message) && message !== '' ? message : DEFAULT_FAILURE;
};

export const ask = async (
  operation: string,
  query: string,
  variables: unknown,
): Promise<Answer | { problem: string }> => {
  const response = await post(operation, query, variables);
  if (!response) return { problem: NO_CONNECTION };
  if (response.status === 451) return { problem: LEGAL_RESTRICTION };
  const body: unknown = await response.json().catch(() => null);
  return isAnswer(body) ? body : { problem: DEFAULT_FAILURE };
};

/**
 * Sends a login and stores the token. Uses fetch instead of Apollo, to keep the login page light; the application
 * creates its own client.
 */
export const send = async (login: string, operation: string, query: string, variables: unknown): Promise<Outcome> => {
  const answer = await ask(operation, query, variables);
  if ('problem' in answer) return answer;
  const token = Object.values(answer.data ?? {}).find(isPayload);
  if (!token) {
    const challenge = challengeOf(answer.errors?.[0]?.extensions);
    return challenge ?? { problem: sentenceOf(answer) };
  }
  saveToken({
    user: (token.login ?? login).toLowerCase(),
    type: token.tokenType,
    token: token.accessToken,
    expires: token.expiresIn,
    initialDate: new Date().toISOString(),
  });
  return null;
};

/** Logs in by login and password. */
export const logIn = async (login: string, password: string): Promise<Outcome> => {
  if (login === '' || password === '') return { problem: 'Informe o login e a senha.' };
  return send(login, 'Login', loginQuery, { login, password });
};

/** Confirms a login by a code of the authenticator app, a recovery code or a passkey. */
export const confirmLogin = (
  login: string,
  challenge: string,
  code: { otp: string } | { recoveryCode: string } | { assertion: SignedAssertion },
): Promise<Outcome> => send(login, 'ConfirmSecondFactor', confirmQuery, { input: { challenge, ...code } });
