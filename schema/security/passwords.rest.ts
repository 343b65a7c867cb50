import {
  CHANGE_PASSWORD_FAILED,
  CONFIRM_CODE_FAILED,
  CREATE_PASSWORD_FAILED,
  EMAIL_CHECK_FAILED,
} from '#domain/messages.ts';
import { Type, type Static } from 'typebox';
import { endpoint } from '../platform/endpoint.ts';
import { Done, Instant } from '../platform/shapes.ts';

const confirmQuery = Type.Object({
  validation_token: Type.String({ minLength: 1, maxLength: 200, description: 'Token of the link' }),
});

/** Owner of a link, shown only to its recipient. `company` is the name of the account. */
export const LinkOwner = Type.Object({
  login: Type.String(),
  name: Type.String(),
  company: Type.String(),
  expiresAt: Instant,
});
export type LinkOwner = Static<typeof LinkOwner>;

/**
 * What a confirmation link requires: a new password to open an account, the password of the sign-up when it had one, or
 * none to confirm a login.
 */
export const ConfirmationAsks = Type.Union([
  Type.Literal('NEW_PASSWORD'),
  Type.Literal('CHOSEN_PASSWORD'),
  Type.Literal('NO_PASSWORD'),
]);
export const UserConfirmation = Type.Object({ ...LinkOwner.properties, asks: ConfirmationAsks });
export type UserConfirmation = Static<typeof UserConfirmation>;

/** `activated` is true when the link opened a new account. */
export const ConfirmedUser = Type.Object({ login: Type.String(), name: Type.String(), activated: Type.Boolean() });

/** The rules of domain/passwords.ts are checked once the link's owner is known. */
export const PasswordChange = Type.Object({
  token: Type.String({ minLength: 1, maxLength: 200 }),
  password: Type.String({ minLength: 1, maxLength: 512 }),
});

const UserConfirm = Type.Object({
  token: Type.String({ minLength: 1, maxLength: 200 }),
  password: Type.Optional(Type.String({ minLength: 1, maxLength: 512 })),
});
export type UserConfirm = Static<typeof UserConfirm>;

/** Endpoints of the pages that mailed links open (§2, §7); all public. */
export const passwordEndpoints = {
  confirmFirst: endpoint({
    method: 'GET',
    path: '/api/v1/security/first-password/confirm',
    summary: 'Owner of an invitation link; 404 when it is invalid',
    query: confirmQuery,
    answer: LinkOwner,
    failure: CONFIRM_CODE_FAILED,
  }),
  changeFirst: endpoint({
    method: 'POST',
    path: '/api/v1/security/first-password/change',
    summary: 'Sets the first password; the link works once',
    body: PasswordChange,
    answer: Done,
    failure: CREATE_PASSWORD_FAILED,
  }),
  requestRecovery: endpoint({
    method: 'POST',
    path: '/api/v1/security/recover-password',
    summary: 'Requests a link to reset a password; does not reveal whether the address has a login',
    body: Type.String({ minLength: 3, maxLength: 254, 'x-message': 'Informe um e-mail válido.' }),
    bodyKind: 'text',
    answer: Done,
  }),
  confirmRecovery: endpoint({
    method: 'GET',
    path: '/api/v1/security/recover-password/confirm',
    summary: 'Owner of a password recovery link; 404 when it is invalid',
    query: confirmQuery,
    answer: LinkOwner,
    failure: CONFIRM_CODE_FAILED,
  }),
  changeRecovery: endpoint({
    method: 'POST',
    path: '/api/v1/security/recover-password/change',
    summary: 'Changes a forgotten password; the link works once, and every session of the user ends',
    body: PasswordChange,
    answer: Done,
    failure: CHANGE_PASSWORD_FAILED,
  }),
  confirmUser: endpoint({
    method: 'GET',
    path: '/api/v1/security/user/confirm',
    summary: 'Owner of a confirmation link, and what it requires; changes nothing',
    query: confirmQuery,
    answer: UserConfirmation,
    failure: CONFIRM_CODE_FAILED,
  }),
  changeUser: endpoint({
    method: 'POST',
    path: '/api/v1/security/user/confirm',
    summary:
      'Confirms the address: opens the requested account with the password of the body, or makes the address the login and ends the sessions; the link works once',
    body: UserConfirm,
    answer: ConfirmedUser,
    failure: CONFIRM_CODE_FAILED,
  }),
  checkEmail: endpoint({
    method: 'GET',
    path: '/api/v1/security/user/check-email/:email',
    summary: 'Whether a new user of this account may have this address; does not check other accounts',
    params: Type.Object({ email: Type.String({ maxLength: 300 }) }),
    answer: Type.Object({ valid: Type.Boolean(), available: Type.Boolean() }),
    failure: EMAIL_CHECK_FAILED,
  }),
};
