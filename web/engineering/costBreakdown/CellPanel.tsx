import { isNegative, isZero, ZERO } from '#domain/money.ts';
import { counted } from '#domain/numberFormat.ts';
import { useBreakdownDocumentsQuery } from '#web/generated/engineering.ts';
import { Popover } from '#web/ui/index.ts';
import type { KeyboardEvent, ReactNode } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { documentsFilter, documentsLink, ordersLink } from './links.ts';
import { amountText, balanceOf, cellOf, type Column, type MatrixRow } from './model.ts';
import type { BreakdownView } from './useBreakdownView.ts';
import styles from './panel.module.css';

interface CellPanelProps {
  row: MatrixRow;
  column: Column | null;
  target: HTMLElement;
  view: BreakdownView;
  mayOpen: { documents: boolean; orders: boolean };
  onClose: () => void;
}

/** The figures of a cell with the documents and orders behind them; Enter opens the documents, Esc returns. */
export const CellPanel = ({ row, column, target, view, mayOpen, onClose }: CellPanelProps) => {
  const navigate = useNavigate();
  const amounts = (column ? cellOf(row, column) : row) ?? { estimated: null, committed: ZERO, actual: ZERO };
  const link = mayOpen.documents && !isZero(amounts.actual) ? documentsLink(view, row, column) : null;
  const { data } = useBreakdownDocumentsQuery({
    variables: { companyId: view.companyId, filter: documentsFilter(view, row, column) },
    skip: link === null,
    context: { quiet: true },
  });
  const count = data?.transactions?.totalElements;
  const balance = balanceOf(amounts);
  const title = [row.code, row.name].filter(Boolean).join(' ');
  const open = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && link && !(event.target instanceof HTMLAnchorElement)) void navigate(link);
  };
  return (
    <Popover
      open
      target={target}
      ariaLabel={`${title} × ${column?.title ?? 'todas as categorias'}`}
      onOpenChange={(next) => !next && onClose()}
    >
      <div className={styles.panel} onKeyDown={open}>
        <header>
          <strong>{title}</strong> × {column?.title ?? 'todas as categorias'}
        </header>
        <dl>
          <Figure label="Orçado" value={amounts.estimated} />
          <Figure label="Realizado" mark="actual" value={amounts.actual}>
            {link && (
              <Link to={link} autoFocus>
                {count === undefined ? 'documentos' : counted(count, 'documento')}
              </Link>
            )}
          </Figure>
          <Figure label="Comprometido" mark="committed" value={amounts.committed}>
            {mayOpen.orders && !isZero(amounts.committed) && <Link to={ordersLink(view)}>pedidos a receber</Link>}
          </Figure>
          <Figure label="Saldo" value={balance} negative={balance !== null && isNegative(balance)} />
        </dl>
        <button type="button" className={styles.close} onClick={onClose}>
          Fechar
        </button>
      </div>
    </Popover>
  );
};

interface FigureProps {
  label: string;
  value: string | null;
  mark?: 'actual' | 'committed';
  negative?: boolean;
  children?: ReactNode;
}

const Figure = ({ label, value, mark, negative, children }: FigureProps) => (
  <div>
    <dt>
      {mark && <span className={styles.mark} data-part={mark} aria-hidden="true" />}
      {label} {children}
    </dt>
    <dd data-negative={negative || undefined}>{amountText(value)}</dd>
  </div>
);
