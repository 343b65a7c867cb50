import { LEGAL_RESTRICTION, NO_COMPANY_AVAILABLE } from '#domain/messages.ts';
import { ApolloClient, ApolloLink, HttpLink, InMemoryCache } from '@apollo/client';
import { SetContextLink } from '@apollo/client/link/context';
import { ErrorLink } from '@apollo/client/link/error';
import { GraphQLWsLink } from '@apollo/client/link/subscriptions';
import { OperationTypeNode } from 'graphql';
import { createClient as createSocket } from 'graphql-ws';
import { from, mergeMap, NEVER, of, throwError } from 'rxjs';
import { cacheOptions } from './cache.ts';
import { errorCode, errorText, fieldProblems } from './errors.ts';
import { freshLink } from './fresh.ts';
import { idempotencyLink } from './idempotency.ts';
import { leaveExpired } from './leave.ts';
import { reconnected } from './live.ts';
import { notifyError } from './notify.ts';
import { requestPassword } from './reauthentication.ts';
import { authorization, currentToken, isExpired } from './token.ts';

declare module '@apollo/client' {
  interface DefaultContext {
    /** The caller shows the error itself; errorLink does not. */
    quiet?: boolean;
    /** The mutation may run any number of times: it gets no Idempotency-Key, which the services would keep. */
    repeatable?: boolean;
  }
}

const liveToken = () => {
  const token = currentToken();
  return token && !isExpired(token) ? token : null;
};

/** Rejects an operation whose token is missing or expired before it is sent, except the login (§4). */
const tokenLink = new SetContextLink((previous) => {
  const token = liveToken();
  if (!token) {
    leaveExpired();
    throw new Error('session expired');
  }
  return { ...previous, headers: { ...previous.headers, authorization: authorization(token) } };
});

/** Requests the password from the user and retries the operation; without a password the error stays. */
const afterPassword = ({ error, result, operation, forward }: ErrorLink.ErrorHandlerOptions) =>
  from(requestPassword()).pipe(
    mergeMap((given) => {
      if (given) return forward(operation);
      return result ? of(result) : throwError(() => error);
    }),
  );

/** Without any permission left, a call is refused with "Nenhuma empresa disponível" (§5), the session's own among them. */
const mayHaveLostRights = ({ error, operation }: ErrorLink.ErrorHandlerOptions): boolean =>
  errorCode(error) === 'FORBIDDEN' ||
  (operation.operationName !== 'Session' && errorText(error) === NO_COMPANY_AVAILABLE);

/** Error routing of §8: to the assistant or the snackbar, unless the form shows the error at its fields. */
const errorLink = new ErrorLink((refused) => {
  const { error, operation } = refused;
  if (errorCode(error) === 'UNAUTHENTICATED') return leaveExpired();
  // A permission may have been revoked: the new session updates the menu and the screens.
  if (mayHaveLostRights(refused)) void operation.client.refetchQueries({ include: ['Session'] });
  // The day has come on which the account demands a second factor: the session says so, and shows its setup.
  if (errorCode(error) === 'SECOND_FACTOR_SETUP_REQUIRED') {
    return void operation.client.refetchQueries({ include: ['Session'] });
  }
  if (errorCode(error) === 'REAUTHENTICATION_REQUIRED') return afterPassword(refused);
  if (operation.getContext().quiet === true || fieldProblems(error).length > 0) return;
  if (currentToken()) notifyError(errorText(error));
});

const socketAddress = () => `${window.location.origin.replace(/^http/, 'ws')}/graphql`;

/** The socket was closed by HTTP 451: nothing that this page subscribes to later opens another one. */
let restricted = false;

const socketLink = (onForbidden: () => void) =>
  new GraphQLWsLink(
    createSocket({
      url: socketAddress,
      lazyCloseTimeout: 5000,
      on: {
        connected: (_socket, _payload, wasRetry) => wasRetry && reconnected(),
        closed: (event) => {
          if (!(event instanceof CloseEvent)) return;
          if (event.code === 4401) leaveExpired();
          if (event.code === 4403) onForbidden();
          if (event.code !== 4451) return;
          restricted = true;
          notifyError(LEGAL_RESTRICTION);
        },
      },
      retryAttempts: Number.POSITIVE_INFINITY,
      // Token expired (4401), permission lost (4403) or HTTP 451 (4451): a retry cannot succeed.
      shouldRetry: (event) => !(event instanceof CloseEvent && [4401, 4403, 4451].includes(event.code)),
      connectionParams: () => {
        const token = liveToken();
        return token ? { authorization: authorization(token) } : {};
      },
    }),
  );

/** Returns the client of a session. Leaving the session loads a new page, and with it a new client. */
export const createApollo = () => {
  const client: ApolloClient = new ApolloClient({
    cache: new InMemoryCache(cacheOptions),
    link: ApolloLink.split(
      ({ operationType }) => operationType === OperationTypeNode.SUBSCRIPTION,
      ApolloLink.split(
        () => restricted,
        new ApolloLink(() => NEVER),
        socketLink(() => void client.refetchQueries({ include: ['Session'] })),
      ),
      ApolloLink.from([errorLink, freshLink, tokenLink, idempotencyLink, new HttpLink({ uri: '/graphql' })]),
    ),
  });
  return client;
};
