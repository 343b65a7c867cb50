import type { Static } from 'typebox';
import type { TokenAnswer, TokenRequest } from '#schema/security/session.rest.ts';
import { readAssertion } from './passkeys/formAssertion.ts';
import { logInByPasskey } from './passkeys/logIn.ts';
import { OAuthError } from '../platform/http/failures.ts';
import type { Platform } from '../platform/platform.ts';
import { logIn } from './login.ts';
import { confirmSecondFactor } from './secondFactor/challenge.ts';
import type { Origin } from './sessions/accesses.ts';

type Request = Static<typeof TokenRequest>;
type Parameter = 'username' | 'password' | 'mfa_token' | 'otp' | 'recovery_code' | 'assertion';
type Source = Origin & { requestId: string };

/** Parameters of each grant; all of them are required. */
const GRANTS: Readonly<Record<string, readonly Parameter[]>> = {
  password: ['username', 'password'],
  mfa_otp: ['mfa_token', 'otp'],
  mfa_recovery_code: ['mfa_token', 'recovery_code'],
  mfa_passkey: ['mfa_token', 'assertion'],
  passkey: ['assertion'],
};
const PARAMETERS = [...new Set(Object.values(GRANTS).flat())];

/** Returns the parameters of a grant. Empty ones count as omitted; those of another grant are refused, not ignored. */
const parametersOf = (request: Request, own: readonly Parameter[]): Record<Parameter, string> => {
  const values = Object.fromEntries(PARAMETERS.map((name) => [name, request[name] ?? ''])) as Record<Parameter, string>;
  const fits = PARAMETERS.every((name) => own.includes(name) === (values[name] !== ''));
  if (!fits) throw new OAuthError(400, 'invalid_request', 'Confira os campos informados.');
  return values;
};

/** Answers a request of the token endpoint by its grant. */
export const grantOf = async (platform: Platform, request: Request, source: Source): Promise<TokenAnswer> => {
  const own = Object.hasOwn(GRANTS, request.grant_type) ? GRANTS[request.grant_type] : undefined;
  if (!own) throw new OAuthError(400, 'unsupported_grant_type', 'Este tipo de acesso não é aceito');
  const { username, password, mfa_token: token, ...given } = parametersOf(request, own);
  switch (request.grant_type) {
    case 'password':
      return logIn(platform, { login: username, password, ...source });
    case 'passkey':
      return logInByPasskey(platform, readAssertion(given.assertion), source);
    case 'mfa_passkey':
      return confirmSecondFactor(platform, token, { assertion: readAssertion(given.assertion) }, source);
    case 'mfa_otp':
      return confirmSecondFactor(platform, token, { otp: given.otp.replace(/\s/g, '') }, source);
    default:
      return confirmSecondFactor(platform, token, { recoveryCode: given.recovery_code }, source);
  }
};
