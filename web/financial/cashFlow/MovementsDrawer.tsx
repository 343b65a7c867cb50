import { formatDate, formatShortDate } from '#domain/dates.ts';
import { subtract } from '#domain/money.ts';
import { counted } from '#domain/numberFormat.ts';
import { errorText } from '#web/client/errors.ts';
import { Failure } from '#web/client/Failure.tsx';
import { useCashFlowMovementsQuery, type CashFlowMovementRowFragment } from '#web/generated/financial.ts';
import { OpenIcon } from '#web/ui/icons.ts';
import { Button, Drawer, EmptyState, InstallmentPill, MoneyText, Skeleton, StatusPill } from '#web/ui/index.ts';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { listBehind, orderText, originLink, type MovementQuestion } from './links.ts';
import styles from './MovementsDrawer.module.css';

type Row = CashFlowMovementRowFragment;

interface MovementsDrawerProps {
  question: MovementQuestion;
  place: { companyId: string; buildingId: string | null; walletId: string | null; allBuildings: boolean };
  onClose: () => void;
}

const PAGE = 100;

const titles = {
  CREDIT: {
    PAID: 'Recebido',
    FORECAST: 'A receber',
    OVERDUE: 'Receitas vencidas',
    UPCOMING: 'Receitas a vencer',
    COMMITTED: 'Comprometido',
    ALL: 'Entradas',
  },
  DEBIT: {
    PAID: 'Pago',
    FORECAST: 'A pagar',
    OVERDUE: 'Despesas vencidas',
    UPCOMING: 'Despesas a vencer',
    COMMITTED: 'Comprometido',
    ALL: 'Saídas',
  },
  ALL: {
    PAID: 'Recebido e pago',
    FORECAST: 'A receber e a pagar',
    OVERDUE: 'Vencidas',
    UPCOMING: 'A vencer',
    COMMITTED: 'Comprometido',
    ALL: 'Entradas e saídas',
  },
};

const keyOf = (text: string | undefined): string | null | undefined => (text === 'none' ? null : text);

/** The installments and orders that sum up to a figure; each links to its transaction or order. */
export const MovementsDrawer = ({ question, place, onClose }: MovementsDrawerProps) => {
  const navigate = useNavigate();
  const [pages, setPages] = useState(1);
  const { from, to, type, state } = question;
  const { companyId, buildingId, walletId } = place;
  const size = Math.min(500, pages * PAGE);
  const { data, previousData, loading, error, refetch } = useCashFlowMovementsQuery({
    variables: {
      ...{ companyId, buildingId, walletId, startDate: from, endDate: to, page: 0, size },
      filter: { type, state, categoryId: keyOf(question.category), partnerId: keyOf(question.partner) },
    },
    fetchPolicy: 'cache-and-network',
  });
  const page = (data ?? previousData)?.cashFlowMovements;
  const title = titles[type ?? 'ALL'][state ?? 'ALL'];
  const total =
    type === 'CREDIT' ? page?.received : type === 'DEBIT' ? page?.paid : page && subtract(page.received, page.paid);
  const list = type && listBehind(type, question, place);
  return (
    <Drawer
      open
      onClose={onClose}
      title={title}
      subtitle={`${from === to ? formatDate(from) : `${formatDate(from)} a ${formatDate(to)}`}${
        page ? ` · ${counted(page.totalElements, 'parcela')}` : ''
      }`}
      footerStart={
        <span className={styles.total}>
          {type ? 'Total' : 'Resultado'} <MoneyText value={total} tone="sign" strong />
        </span>
      }
      footer={
        list && (
          <Button icon={<OpenIcon />} onClick={() => void navigate(list.address)}>
            Abrir em {list.title}
          </Button>
        )
      }
    >
      {list?.whole && (
        <p className={styles.note}>
          {list.title} mostra documentos inteiros, com todas as suas parcelas: o total de lá pode ser outro.
          {page?.content.some(({ orderId }) => orderId) && ' Pedidos a receber ainda não são despesas e não estão lá.'}
        </p>
      )}
      {error && !page ? (
        <Failure
          error={error}
          message={errorText(error)}
          onRetry={() => void refetch()}
          remedy={{ hint: 'O período está escrito no endereço desta página.', label: 'Fechar', go: onClose }}
        />
      ) : !page ? (
        <Skeleton rows={8} />
      ) : page.content.length === 0 ? (
        <EmptyState title="Nenhuma parcela" text="Nada entra nem sai nestes dias com estes filtros." />
      ) : (
        <ul className={styles.list} aria-label={title} aria-busy={loading || undefined}>
          {page.content.map((row) => (
            <MovementRow key={row.id} row={row} signed={!type} />
          ))}
        </ul>
      )}
      {page && !page.last && size < 500 && (
        <div className={styles.more}>
          <Button onClick={() => setPages(pages + 1)} busy={loading}>
            Mostrar mais
          </Button>
        </div>
      )}
      {page && !page.last && size >= 500 && (
        <p className={styles.rest}>
          Mostrando as primeiras 500; o total conta todas. Escolha menos dias para ver o resto.
        </p>
      )}
    </Drawer>
  );
};

const stateOf = ({ type, forecast, overdue, orderId }: Row) => {
  if (orderId) {
    return (
      <StatusPill tone="violet" forecast>
        Comprometida
      </StatusPill>
    );
  }
  return <InstallmentPill status={overdue ? 'OVERDUE' : forecast ? 'DUE' : 'PAID'} type={type} />;
};

const MovementRow = ({ row, signed }: { row: Row; signed: boolean }) => {
  const link = originLink(row);
  const installment = row.installmentCount > 1 ? `parcela ${row.number}/${row.installmentCount}` : null;
  // A planned day that has passed counts today.
  const planned = row.orderId && row.dueDate < row.date ? `prevista para ${formatShortDate(row.dueDate)}` : null;
  const meta = [orderText(row), row.documentNumber, installment, planned, row.categoryName].filter(Boolean).join(' · ');
  const content = (
    <>
      <time dateTime={row.overdue ? row.dueDate : row.date} className={styles.day}>
        {formatShortDate(row.overdue ? row.dueDate : row.date)}
      </time>
      <span className={styles.texts}>
        <span className={styles.name}>{row.partnerName ?? row.description ?? 'Sem fornecedor'}</span>
        <span className={styles.meta}>
          {[row.partnerName ? row.description : null, meta].filter(Boolean).join(' · ') || 'sem documento'}
        </span>
      </span>
      {stateOf(row)}
      <MoneyText value={signed && row.type === 'DEBIT' ? `-${row.value}` : row.value} symbol={false} strong />
    </>
  );
  return (
    <li>
      {link ? (
        <Link to={link} className={styles.row}>
          {content}
        </Link>
      ) : (
        <div className={styles.row}>{content}</div>
      )}
    </li>
  );
};
