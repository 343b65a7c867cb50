import { Type, type Static } from 'typebox';
import { endpoint } from '../platform/endpoint.ts';
import { Done, Instant } from '../platform/shapes.ts';

const confirmQuery = Type.Object({
  validation_token: Type.String({ minLength: 1, maxLength: 200, description: 'Token of the link' }),
});

/** Whose link it is: only whoever reads the address' mail has it. */
export const LinkOwner = Type.Object({ login: Type.String(), name: Type.String(), expiresAt: Instant });
export type LinkOwner = Static<typeof LinkOwner>;

/** `activated`: it was the link of a new account, which is open now. */
export const ConfirmedUser = Type.Object({ ...LinkOwner.properties, activated: Type.Boolean() });

/** The rules of domain/passwords.ts are checked when it is known whose password it is. */
export const PasswordChange = Type.Object({
  token: Type.String({ minLength: 1, maxLength: 200 }),
  password: Type.String({ minLength: 1, maxLength: 512 }),
});

const WRONG_LINK = 'Falha em confirmar código de verificação';

/** The pages that a link of a mail opens (§2, §7): nobody is logged in there. */
export const passwordEndpoints = {
  confirmFirst: endpoint({
    method: 'GET',
    path: '/api/v1/security/first-password/confirm',
    summary: 'Whose invitation a link is; 404 when it does not hold any more',
    query: confirmQuery,
    answer: LinkOwner,
    failure: WRONG_LINK,
  }),
  changeFirst: endpoint({
    method: 'POST',
    path: '/api/v1/security/first-password/change',
    summary: 'Makes the first password; the link is used up',
    body: PasswordChange,
    answer: Done,
    failure: 'Falha em criar senha',
  }),
  requestRecovery: endpoint({
    method: 'POST',
    path: '/api/v1/security/recover-password',
    summary: 'Asks for a link to change a forgotten password; says nothing about whether the address has a login',
    body: Type.String({ minLength: 3, maxLength: 254, 'x-message': 'Informe um e-mail válido.' }),
    bodyKind: 'text',
    answer: Done,
  }),
  confirmRecovery: endpoint({
    method: 'GET',
    path: '/api/v1/security/recover-password/confirm',
    summary: 'Whose forgotten password a link is; 404 when it does not hold any more',
    query: confirmQuery,
    answer: LinkOwner,
    failure: WRONG_LINK,
  }),
  changeRecovery: endpoint({
    method: 'POST',
    path: '/api/v1/security/recover-password/change',
    summary: 'Changes a forgotten password; the link is used up, and every session of the user ends',
    body: PasswordChange,
    answer: Done,
    failure: 'Falha em alterar senha',
  }),
  confirmUser: endpoint({
    method: 'GET',
    path: '/api/v1/security/user/confirm',
    summary: "Confirms a user's address, and opens the account that they asked for; the link is used up",
    query: confirmQuery,
    answer: ConfirmedUser,
    failure: WRONG_LINK,
  }),
  checkEmail: endpoint({
    method: 'GET',
    path: '/api/v1/security/user/check-email/:email',
    summary: 'Whether a new user may have this address',
    params: Type.Object({ email: Type.String({ maxLength: 300 }) }),
    answer: Type.Object({ valid: Type.Boolean(), available: Type.Boolean() }),
    failure: 'Falha na verificação de email',
  }),
};
