import { formatDate } from '#domain/dates.ts';
import { formatCurrency } from '#domain/money.ts';
import { formatCount } from '#domain/numberFormat.ts';
import { formatTaxId } from '#domain/taxId.ts';
import { PERMISSIONS } from '#domain/permissions.ts';
import { usePlace, useSession } from '#web/session/sessionContext.ts';
import { useFindRecordsQuery, type FindRecordsQuery, type TransactionType } from '#web/generated/financial.ts';
import type { CommandItem } from '#web/ui/CommandDialog.tsx';
import { ArrowRightIcon, CustomerIcon, ExpenseIcon, IncomeIcon, SupplierIcon, WalletIcon } from '#web/ui/icons.ts';
import { useSettled } from '#web/ui/useSettled.ts';
import type { ReactElement } from 'react';
import { useNavigate } from 'react-router-dom';

type FoundTransactions = NonNullable<FindRecordsQuery['expenses']>;
type FoundTransaction = NonNullable<FoundTransactions['content'][number]>;
type FoundPartner = NonNullable<NonNullable<FindRecordsQuery['partners']>['content'][number]>;
type FoundWallet = NonNullable<NonNullable<FindRecordsQuery['wallets']>['content'][number]>;

const shortestSearch = 2;

const lists: Record<TransactionType, { path: string; group: string; many: string; icon: ReactElement }> = {
  DEBIT: { path: '/home/forms/transactions/outcome', group: 'Despesas', many: 'despesas', icon: <ExpenseIcon /> },
  CREDIT: { path: '/home/forms/transactions/income', group: 'Receitas', many: 'receitas', icon: <IncomeIcon /> },
};

const titleOf = ({ partner, description, documentNumber }: FoundTransaction): string =>
  [partner?.name, description, documentNumber].filter(Boolean).join(' · ') || 'Sem descrição';

/**
 * Returns the transactions, wallets and active partners that match `query`: the latest transactions that the user may see
 * (§6), of all buildings. Requests once typing pauses; `searching` is true until the response for the current text has
 * arrived.
 */
export const useRecordEntries = (query: string): { entries: CommandItem[]; searching: boolean } => {
  const navigate = useNavigate();
  const { may, setPlace } = useSession();
  const { companyId, buildingId } = usePlace();
  const typed = query.trim();
  const search = useSettled(typed);
  const wanted = search.length >= shortestSearch && companyId !== '';
  const { data, loading } = useFindRecordsQuery(
    wanted
      ? {
          variables: {
            companyId,
            search,
            debit: may({ anyOf: ['DEBIT'] }),
            credit: may({ anyOf: ['CREDIT'] }),
            wallets: may({ anyOf: ['DEBIT', 'CREDIT'] }),
            partners: may({ anyOf: PERMISSIONS }),
          },
          fetchPolicy: 'cache-and-network',
        }
      : { skip: true },
  );
  const searching = typed.length >= shortestSearch && companyId !== '' && (typed !== search || loading);
  if (typed.length < shortestSearch || !wanted || !data) return { entries: [], searching };

  const go = (to: string) => () => void navigate(to);
  const entriesOf = (type: TransactionType, found: FoundTransactions | null | undefined): CommandItem[] => {
    if (!found) return [];
    const { path, group, many, icon } = lists[type];
    const rows = found.content.map((row) => ({
      id: `${type} ${row.id}`,
      group,
      label: titleOf(row),
      hint: `${row.referenceDueDate ? `${formatDate(row.referenceDueDate)} · ` : ''}${formatCurrency(row.value)}`,
      icon,
      run: go(`${path}?id=${row.id}`),
    }));
    if (found.totalElements <= rows.length) return rows;
    const all = {
      id: `${type} all`,
      group,
      label: `Ver as ${formatCount(found.totalElements)} ${many} com “${search}”${buildingId === null ? '' : ' em todas as obras'}`,
      icon: <ArrowRightIcon />,
      run: () => {
        // The list covers the building of the place, but the count covers all buildings.
        if (buildingId !== null) setPlace(companyId, null);
        void navigate(`${path}?search=${encodeURIComponent(search.toWellFormed())}`);
      },
    };
    return [...rows, all];
  };
  const partner = (row: FoundPartner): CommandItem => ({
    id: `partner ${row.id}`,
    group: 'Fornecedores e clientes',
    label: row.name,
    hint: row.taxId ? formatTaxId(row.taxId) : undefined,
    icon: row.type === 'SUPPLIER' ? <SupplierIcon /> : <CustomerIcon />,
    run: go(`${row.type === 'SUPPLIER' ? '/home/forms/supplier' : '/home/forms/customer'}?id=${row.id}`),
  });
  const wallet = (row: FoundWallet): CommandItem => ({
    id: `wallet ${row.id}`,
    group: 'Carteiras',
    label: row.identifier,
    hint: row.active ? undefined : 'Inativa',
    icon: <WalletIcon />,
    run: go(`/home/forms/transactions/bank?wallet=${row.id}`),
  });
  return {
    entries: [
      ...entriesOf('DEBIT', data.expenses),
      ...entriesOf('CREDIT', data.incomes),
      ...(data.wallets?.content ?? []).map(wallet),
      ...(data.partners?.content ?? []).map(partner),
    ],
    searching,
  };
};
