import { REGISTER_ACCOUNT_FAILED } from '#domain/messages.ts';
import { Type, type Static } from 'typebox';
import { endpoint } from '../platform/endpoint.ts';
import { Done, Name, Nullable } from '../platform/shapes.ts';

const taxId = Type.Optional(Nullable(Type.String({ maxLength: 20 })));

/** New account (§3): its administrator, its first company, and optionally its first customer (decision 14). */
export const NewAccount = Type.Object({
  user: Type.Object({
    name: Name(120),
    login: Type.String({ minLength: 1, maxLength: 254, description: 'E-mail address' }),
    password: Type.Optional(
      Nullable(
        Type.String({
          minLength: 1,
          maxLength: 512,
          description:
            'The user types it again on the page of the mailed link; if omitted, the user chooses it there (decision 14)',
        }),
      ),
    ),
  }),
  company: Type.Object({ name: Name(120), taxId }),
  customerAssociate: Type.Optional(Nullable(Type.Object({ name: Name(160), taxId }))),
});
export type NewAccount = Static<typeof NewAccount>;

export const accountEndpoints = {
  create: endpoint({
    method: 'POST',
    path: '/api/v1/security/accounts',
    summary:
      'Requests an account, which opens when its user sets a password on the page of the mailed link; does not reveal whether the address has a login',
    body: NewAccount,
    answer: Done,
    failure: REGISTER_ACCOUNT_FAILED,
  }),
};
