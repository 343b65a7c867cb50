import { isNegative, negate, type Money } from '#domain/money.ts';
import { counted, formatCurrency } from '#domain/numberFormat.ts';
import type { QuoteRowFragment, QuotesQuery } from '#web/generated/purchase.ts';
import { ListScreen, type ListTab } from '#web/list/ListScreen.tsx';
import { DeleteIcon, OpenIcon } from '#web/ui/icons.ts';
import type { MenuAction } from '#web/ui/index.ts';
import type { Total } from '#web/ui/Totals.tsx';
import { useApolloClient } from '@apollo/client/react';
import { useMemo, useState } from 'react';
import { useNamedCompany } from '#web/list/useNamedCompany.ts';
import { forgetQuotes } from './calls.ts';
import { AnswersLegend, Difference, quoteCard, quoteColumns } from './columns.tsx';
import { QuotePage } from './page/QuotePage.tsx';
import { QuoteFilters } from './QuoteFilters.tsx';
import { RemoveQuote } from './RemoveQuote.tsx';
import { useQuoteList } from './useQuoteList.ts';
import { useUnseenQuotes } from './useQuoteNews.ts';
import { failures } from './words.ts';

type Row = QuoteRowFragment;
type Totals = QuotesQuery['quoteTotals'] | undefined;

/** What the orders of the year cost less than the estimate, or more. */
const savedText = (saved: Money): string =>
  isNegative(saved) ? `${formatCurrency(negate(saved))} acima do orçado` : `${formatCurrency(saved)} economizados`;

const tabsOf = (totals: Totals): ListTab[] => [
  { id: '', label: 'Todas', count: totals?.all },
  { id: 'waiting', label: 'Aguardando', count: totals?.waiting },
  { id: 'decide', label: 'Para decidir', count: totals?.toDecide, tone: 'warning' },
  { id: 'draft', label: 'Rascunhos', count: totals?.draft },
  { id: 'ordered', label: 'Concluídas', count: totals?.ordered },
  { id: 'closed', label: 'Sem pedido', count: totals?.closed },
];

const sumsOf = (totals: Totals): Total[] | undefined =>
  totals
    ? [
        { label: 'Em andamento, orçado', value: totals.openReference },
        { label: 'Com resposta', value: totals.answeredReference },
        {
          ...{ label: 'Melhor até agora', value: totals.answeredBest },
          after: <Difference best={totals.answeredBest} reference={totals.answeredReference} />,
        },
      ]
    : undefined;

/** Cotações (§2 /quotes; mock 22b): the quotes, and the page of one (`?id=`; mock 5). */
const QuotesScreen = () => {
  const list = useQuoteList();
  const elsewhere = useNamedCompany(list);
  const [removed, setRemoved] = useState<Row | null>(null);
  const { page, own, setOwn } = list;
  const id = own('id');
  const { cache } = useApolloClient();
  const unseen = useUnseenQuotes(id, () => forgetQuotes(cache));
  const columns = useMemo(() => quoteColumns(unseen), [unseen]);
  const totals = list.data?.quoteTotals;
  if (elsewhere) return null;
  if (id !== null)
    return (
      <QuotePage
        key={id}
        id={id}
        onClose={() => setOwn('id', null)}
        onSaved={(saved) => setOwn('id', saved, 'replace')}
      />
    );
  const actionsOf = (row: Row): MenuAction[] => [
    { label: 'Abrir', icon: <OpenIcon />, shortcut: 'Enter', onClick: () => setOwn('id', row.id) },
    { label: 'Excluir', icon: <DeleteIcon />, separated: true, onClick: () => setRemoved(row) },
  ];
  const close = () => setRemoved(null);
  return (
    <>
      <ListScreen
        title="Cotações"
        summary={
          page && totals && `${counted(page.totalElements, 'cotação', 'cotações')} · ${savedText(totals.saved)} no ano`
        }
        list={list}
        failureText={failures.list}
        columns={columns}
        rowActions={actionsOf}
        card={quoteCard(unseen)}
        searchLabel="Buscar cotação, insumo, fornecedor"
        filters={
          <>
            <QuoteFilters list={list} />
            <AnswersLegend />
          </>
        }
        tabKey="view"
        tabs={tabsOf(totals)}
        totals={(data) => sumsOf(data.quoteTotals)}
        newLabel="Nova cotação"
        emptyTitle="Nenhuma cotação ainda"
        emptyText="Faça a primeira: o que comprar, de quem cotar e até quando. Cada fornecedor responde pelo celular, sem senha."
        drawer={() => null}
      />
      <RemoveQuote quote={removed} onRemoved={close} onCancel={close} />
    </>
  );
};

export default QuotesScreen;
