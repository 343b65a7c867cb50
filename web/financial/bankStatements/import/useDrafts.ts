import { forgetting } from '#web/client/forgetting.ts';
import { errorText, RestFailure } from '#web/client/errors.ts';
import { notifyError } from '#web/client/notify.ts';
import {
  type BankTableLayoutInput,
  OfxDraftDocument,
  OfxDraftsDocument,
  useAddOfxExamplesMutation,
  useDeleteOfxDraftMutation,
  useMapOfxTableMutation,
  useRouteOfxAccountMutation,
} from '#web/generated/financial.ts';
import { useAllRows } from '#web/list/useAllRows.ts';
import { usePlace } from '#web/session/sessionContext.ts';
import { useApolloClient } from '@apollo/client/react';
import { useCallback } from 'react';
import { failures, type Draft } from './model.ts';

const PAGE_SIZE = 100;

/** What becomes of lines follows from the wallet of their account, and from what that wallet has. */
export const forgetFileLines = forgetting('bankStatementFileLines', 'bankStatementPairs');

/** The files that are looked at before they are imported, in the order in which they came. */
export const useDrafts = () => {
  const { companyId } = usePlace();
  const client = useApolloClient();
  const list = useAllRows({
    document: OfxDraftsDocument,
    variables: { companyId },
    pageOf: (data) => data.bankStatementFiles,
    withPage: (data, bankStatementFiles) => ({ ...data, bankStatementFiles }),
    size: PAGE_SIZE,
    fresh: true,
  });
  const [sendRoute] = useRouteOfxAccountMutation({ context: { quiet: true }, update: forgetFileLines });
  const [sendLayout] = useMapOfxTableMutation({ context: { quiet: true }, update: forgetFileLines });
  const [sendRemoval] = useDeleteOfxDraftMutation({ context: { quiet: true } });

  /** Reads a file anew. @throws what the query throws */
  const reload = useCallback(
    async (id: string): Promise<Draft> => {
      const { data } = await client.query({
        ...{ query: OfxDraftDocument, variables: { companyId, id } },
        ...{ fetchPolicy: 'network-only', context: { quiet: true } },
      });
      if (!data?.bankStatementFile) throw new RestFailure(failures.drafts);
      return data.bankStatementFile;
    },
    [client, companyId],
  );
  /** Takes in a file that was uploaded; the same file again is the same draft. */
  const add = useCallback(
    async (id: string): Promise<void> => {
      const draft = await reload(id);
      client.cache.updateQuery({ query: OfxDraftsDocument, variables: { companyId } }, (data) => {
        const page = data?.bankStatementFiles;
        if (!page || page.content.some((one) => one.id === id)) return undefined;
        const content = [...page.content, draft];
        return { ...data, bankStatementFiles: { ...page, content, totalElements: content.length } };
      });
    },
    [client, companyId, reload],
  );
  const [sendExamples] = useAddOfxExamplesMutation({ context: { quiet: true } });
  /** Takes in the statements of the demo company; says why where that fails. */
  const addExamples = useCallback(async (): Promise<void> => {
    try {
      const { data } = await sendExamples({ variables: { companyId } });
      for (const { id } of data?.addBankStatementExamples.files ?? []) await add(id);
    } catch (error) {
      notifyError(errorText(error, failures.upload));
    }
  }, [add, companyId, sendExamples]);
  return {
    addExamples,
    files: list.page?.content,
    error: list.error,
    refetch: list.refetch,
    reload,
    add,
    /** Says what the columns of a CSV are. @throws what the mutation throws */
    map: async ({ id, version }: Draft, layout: BankTableLayoutInput): Promise<void> => {
      await sendLayout({ variables: { companyId, id, layout, version } });
    },
    /** @throws what the mutation throws */
    route: async ({ id, version }: Draft, position: number, walletId: string | null): Promise<void> => {
      await sendRoute({ variables: { companyId, id, position, walletId, version } });
    },
    /** @throws what the mutation throws */
    remove: async ({ id }: Draft): Promise<void> => {
      await sendRemoval({
        variables: { companyId, id },
        update: (cache) => {
          cache.evict({ id: cache.identify({ __typename: 'BankStatementFile', id }) });
          cache.gc();
        },
      });
    },
  };
};
export type Drafts = ReturnType<typeof useDrafts>;
