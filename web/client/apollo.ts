import { LEGAL_RESTRICTION } from '#domain/messages.ts';
import { ApolloClient, ApolloLink, HttpLink, InMemoryCache } from '@apollo/client';
import { SetContextLink } from '@apollo/client/link/context';
import { ErrorLink } from '@apollo/client/link/error';
import { GraphQLWsLink } from '@apollo/client/link/subscriptions';
import { OperationTypeNode } from 'graphql';
import { createClient as createSocket } from 'graphql-ws';
import { from, mergeMap, of, throwError } from 'rxjs';
import { cacheOptions } from './cache.ts';
import { errorCode, errorText, fieldProblems } from './errors.ts';
import { idempotencyLink } from './idempotency.ts';
import { leaveExpired } from './leave.ts';
import { reconnected } from './live.ts';
import { notifyError } from './notify.ts';
import { askForPassword } from './reauthentication.ts';
import { authorization, currentToken, isExpired } from './token.ts';

declare module '@apollo/client' {
  interface DefaultContext {
    /** The caller shows the error itself; the common routing keeps silent. */
    quiet?: boolean;
  }
}

const liveToken = () => {
  const token = currentToken();
  return token && !isExpired(token) ? token : null;
};

/** Every operation but the login checks the expiry first (§4). */
const tokenLink = new SetContextLink((previous) => {
  const token = liveToken();
  if (!token) {
    leaveExpired();
    throw new Error('session expired');
  }
  return { ...previous, headers: { ...previous.headers, authorization: authorization(token) } };
});

/** Does again what was refused for want of the password, once that was given; else the refusal stands. */
const afterPassword = ({ error, result, operation, forward }: ErrorLink.ErrorHandlerOptions) =>
  from(askForPassword()).pipe(
    mergeMap((given) => {
      if (given) return forward(operation);
      return result ? of(result) : throwError(() => error);
    }),
  );

/** §8: what a call answers with, routed to assistant or snackbar, unless the caller shows it at its fields. */
const errorLink = new ErrorLink((refused) => {
  const { error, operation } = refused;
  if (errorCode(error) === 'UNAUTHENTICATED') return leaveExpired();
  // A permission was taken away meanwhile: menu and screens follow what is left.
  if (errorCode(error) === 'FORBIDDEN') void operation.client.refetchQueries({ include: ['Session'] });
  if (errorCode(error) === 'REAUTHENTICATION_REQUIRED') return afterPassword(refused);
  if (operation.getContext().quiet === true || fieldProblems(error).length > 0) return;
  if (currentToken()) notifyError(errorText(error));
});

const socketAddress = () => `${window.location.origin.replace(/^http/, 'ws')}/graphql`;

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
          if (event.code === 4451) notifyError(LEGAL_RESTRICTION);
        },
      },
      retryAttempts: Number.POSITIVE_INFINITY,
      // The token ended, lost the permission, or is restricted (HTTP 451): asking again would not help.
      shouldRetry: (event) => !(event instanceof CloseEvent && [4401, 4403, 4451].includes(event.code)),
      connectionParams: () => {
        const token = liveToken();
        return token ? { authorization: authorization(token) } : {};
      },
    }),
  );

/** One client for one session; leaving the session loads a new page, and with it a new client. */
export const createApollo = () => {
  const client: ApolloClient = new ApolloClient({
    cache: new InMemoryCache(cacheOptions),
    link: ApolloLink.split(
      ({ operationType }) => operationType === OperationTypeNode.SUBSCRIPTION,
      socketLink(() => void client.refetchQueries({ include: ['Session'] })),
      ApolloLink.from([errorLink, tokenLink, idempotencyLink, new HttpLink({ uri: '/graphql' })]),
    ),
  });
  return client;
};
