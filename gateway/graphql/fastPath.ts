import { type FormattedExecutionResult, getOperationAST, type GraphQLSchema } from 'graphql';
import type { GatewayContext } from '../context.ts';
import type { Admission } from '../limits/admission.ts';
import { affordable } from '../limits/cost.ts';
import { isCompiled, runCompiled } from './compiled.ts';
import type { DocumentCache } from './documents.ts';
import { withCosts } from './limitsPlugin.ts';
import { noteOperation } from './operation.ts';
import { coerce } from './variables.ts';

export interface FastPathOptions {
  schema: GraphQLSchema;
  documents: DocumentCache;
  exposeCosts: boolean;
  admission: Admission;
}

export interface FastPathRequest {
  query: string;
  operationName?: string | null | undefined;
  variables?: Record<string, unknown> | null | undefined;
}

export type FastPath = (
  request: FastPathRequest,
  context: () => GatewayContext,
) => Promise<FormattedExecutionResult | null>;

/** Returns false for a rejected operation: Apollo then repeats the check and reports the error. */
const admits = async (admission: Admission, context: GatewayContext, cost: number): Promise<boolean> => {
  try {
    await admission.admit(context, cost);
    return true;
  } catch {
    return false;
  }
};

/**
 * Executes a query whose document Apollo has parsed, validated and compiled before, without Apollo's hooks, which cost
 * as much as a call to a service. Returns null for any other request and on any failure: Apollo then executes it in the
 * same context and reuses the answers already read.
 */
export const fastPath =
  ({ schema, documents, exposeCosts, admission }: FastPathOptions): FastPath =>
  async ({ query: source, operationName, variables: sent }, contextOf) => {
    const document = documents.known(source);
    const operation = document && getOperationAST(document, operationName);
    if (!operation || !isCompiled(operation)) return null;
    const variables = coerce(schema, operation, sent);
    const cost = variables && affordable(schema, document, operation, variables);
    if (!variables || cost === null) return null;
    const context = contextOf();
    if (!(await admits(admission, context, cost))) return null;
    noteOperation(context, operation.name?.value ?? null, 'query');
    const data = await runCompiled(operation, context, variables);
    if (!data) return null;
    return exposeCosts ? withCosts({ data }, context.rest) : { data };
  };
