import type { ApolloClient, OperationVariables, TypedDocumentNode } from '@apollo/client';

interface Reread<TData, TVariables> {
  query: TypedDocumentNode<TData, TVariables>;
  variables: TVariables;
  /** False leaves the message of a failure to the error link. */
  quiet?: boolean;
}

/**
 * Reads from the server what has just been changed there. The request is not shared with an equal one that is under
 * way, because the server may have answered that one before the change.
 */
export const reread = async <TData, TVariables extends OperationVariables>(
  client: ApolloClient,
  { query, variables, quiet = true }: Reread<TData, TVariables>,
): Promise<TData | undefined> => {
  const context = { quiet, queryDeduplication: false };
  // The compiler cannot see that the variables of a generic document are complete.
  const options = { query, variables, context, fetchPolicy: 'network-only' } as ApolloClient.QueryOptions<
    TData,
    TVariables
  >;
  const { data } = await client.query(options);
  return data;
};
