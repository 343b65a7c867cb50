import { FETCH_PARTNERS_FAILED } from '#domain/messages.ts';
import { formatCurrency } from '#domain/money.ts';
import { counted } from '#domain/numberFormat.ts';
import { ListScreen } from '#web/list/ListScreen.tsx';
import { useSession } from '#web/session/sessionContext.ts';
import { useMemo } from 'react';
import { partnerCard, partnerColumns } from './columns.tsx';
import type { PartnerKind } from './kinds.ts';
import { PartnerDrawer } from './PartnerDrawer.tsx';
import { usePartnerCalls, usePartnerList } from './usePartners.ts';

/** Suppliers or customers: the list, what is open with them, and the drawer of one (`?id=`). */
export const PartnersScreen = ({ kind }: { kind: PartnerKind }) => {
  const list = usePartnerList(kind);
  const { page } = list;
  const totals = list.data?.partnerTotals;
  const { toggle } = usePartnerCalls(kind);
  const { may } = useSession();
  const withFigures = may({ anyOf: [kind.type === 'SUPPLIER' ? 'DEBIT' : 'CREDIT'] });
  const columns = useMemo(() => partnerColumns(kind, withFigures), [kind, withFigures]);
  const open = totals?.openValue;
  const count = page && counted(page.totalElements, kind.one.toLowerCase(), kind.many);
  return (
    <ListScreen
      title={kind.title}
      summary={count && (open ? `${count} · ${formatCurrency(open)} ${kind.open.toLowerCase()}` : count)}
      list={list}
      failureText={FETCH_PARTNERS_FAILED}
      columns={columns}
      rowActions={(row) => [{ label: row.active ? 'Desativar' : 'Reativar', onClick: () => void toggle(row) }]}
      defaultSort={{ id: 'name', desc: false }}
      card={partnerCard}
      searchLabel={kind.searchLabel}
      tabs={[
        { id: '', label: 'Ativos', count: totals?.active },
        { id: 'false', label: 'Inativos', count: totals?.inactive },
        { id: 'all', label: 'Todos', count: totals?.all },
      ]}
      newLabel={kind.newLabel}
      emptyTitle={kind.emptyTitle}
      emptyText="Cadastre nome, CPF ou CNPJ, contato e endereço."
      totals={
        open
          ? [
              { label: kind.open, value: open },
              { label: 'Vencido', value: totals.overdueValue, tone: 'out' },
            ]
          : undefined
      }
      drawer={(id, onMove) => (
        <PartnerDrawer
          key={id === 'new' ? 'new' : 'partner'}
          kind={kind}
          id={id}
          onClose={() => list.setOwn('id', null)}
          onMove={onMove}
          onSaved={(saved) => list.setOwn('id', saved, 'replace')}
        />
      )}
    />
  );
};
