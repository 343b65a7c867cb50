import type { TokenAnswer } from '#schema/security/session.rest.ts';

/** A token of the services as GraphQL names it. */
export const loginPayload = ({ access_token, token_type, expires_in }: TokenAnswer) => ({
  accessToken: access_token,
  tokenType: token_type,
  expiresIn: expires_in,
});
