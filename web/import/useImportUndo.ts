import { counted } from '#domain/numberFormat.ts';
import type { ImportUndo } from '#schema/platform/imports.ts';
import { forgetting } from '#web/client/forgetting.ts';
import { notifyFailure, notifySuccess } from '#web/client/notify.ts';
import { usePlace, useSession } from '#web/session/sessionContext.ts';
import { useApolloClient } from '@apollo/client/react';
import { undoImport } from './importApi.ts';
import { callOf, type ImportRegister } from './registers.ts';
import { downloadLeft } from './template.ts';

/** So many rows that stay are named in the notice; a file has all of them. */
const NAMED = 3;

type Undone = ImportUndo['rows'][number];

const named = ({ label, reason = '' }: Undone): string =>
  `${label}: ${reason.charAt(0).toLowerCase()}${reason.slice(1)}`;

const textOf = ({ removed, restored }: ImportUndo['counts'], gender: 'o' | 'a'): string => {
  const parts = [
    ...(removed > 0 ? [counted(removed, `removid${gender}`)] : []),
    ...(restored > 0 ? [counted(restored, `restaurad${gender}`)] : []),
  ];
  return parts.length === 0 ? 'Nada pôde ser desfeito.' : `Importação desfeita: ${parts.join(', ')}.`;
};

const detailOf = (left: readonly Undone[]): string => {
  const more = left.length - NAMED;
  const stay = left.length === 1 ? '1 ficou.' : `${left.length} ficaram.`;
  return [stay, ...left.slice(0, NAMED).map(named), ...(more > 0 ? [`E mais ${more}.`] : [])].join(' ');
};

/** Takes an import back and tells what became of its rows; the list that is open then shows them as they are. */
export const useImportUndo = (register: ImportRegister) => {
  const { description, lists } = register;
  const { accountId, reload } = useSession();
  const { companyId } = usePlace();
  const client = useApolloClient();
  return async (importId: number, fileName: string): Promise<void> => {
    try {
      const { counts, rows } = await undoImport(callOf(register, { accountId, companyId }), importId);
      // As by "Atualizar a lista": what was taken back stays on no list.
      void client.refetchQueries({ updateCache: forgetting(...lists) });
      if (register.inSession) await reload().catch(() => undefined);
      const left = rows.filter(({ outcome }) => outcome === 'LEFT');
      notifySuccess(
        textOf(counts, description.noun.gender),
        left.length === 0
          ? {}
          : {
              detail: detailOf(left),
              action: { label: 'Baixar lista', run: () => downloadLeft(fileName, left) },
            },
      );
    } catch (error) {
      notifyFailure(error);
    }
  };
};
