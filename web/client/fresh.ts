import { ApolloLink } from '@apollo/client';
import { OperationTypeNode } from 'graphql';
import { defer, mergeMap, of, tap, type Observable } from 'rxjs';

/** Changes that the server has answered since the page was loaded. */
let answered = 0;

/** Call when the server has answered a change that was not sent through this client, such as an upload. */
export const changeAnswered = (): void => {
  answered += 1;
};

/**
 * Asks a query again when a change was answered while it was under way. The server may have computed the answer before
 * the change, and in the cache it would replace what the change has answered: a paid document would look open.
 */
export const freshLink = new ApolloLink((operation, forward) => {
  if (operation.operationType === OperationTypeNode.MUTATION) {
    // What may run any number of times tells that the user is here, and changes nothing that is read.
    return operation.getContext().repeatable ? forward(operation) : forward(operation).pipe(tap(changeAnswered));
  }
  const ask = (): Observable<ApolloLink.Result> =>
    defer(() => {
      const before = answered;
      return forward(operation).pipe(mergeMap((result) => (answered === before ? of(result) : ask())));
    });
  return ask();
});
